// XXH64, the checksum of chunks: it costs a tenth of a table-driven CRC, which counts at this
// volume.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proxima::format {

std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) noexcept;

} // namespace proxima::format
