#include <proxima/format/hash.hpp>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace proxima::format {

std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    return XXH64(data, size, seed);
}

} // namespace proxima::format
