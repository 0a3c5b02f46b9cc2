#include "encoding/hash.hpp"

#include <cstring>

namespace proxima::detail {

namespace {

constexpr std::uint64_t prime1 = 11400714785074694791U;
constexpr std::uint64_t prime2 = 14029467366897019727U;
constexpr std::uint64_t prime3 = 1609587929392839161U;
constexpr std::uint64_t prime4 = 9650029242287828579U;
constexpr std::uint64_t prime5 = 2870177450012600261U;

std::uint64_t rotate(std::uint64_t value, int bits) noexcept {
    return (value << bits) | (value >> (64 - bits));
}

template <class Word>
Word load(const unsigned char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

std::uint64_t mix(std::uint64_t accumulator, std::uint64_t word) noexcept {
    return rotate(accumulator + word * prime2, 31) * prime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t accumulator) noexcept {
    return (hash ^ mix(0, accumulator)) * prime1 + prime4;
}

std::uint64_t finish(std::uint64_t hash, const unsigned char* from, std::size_t size) noexcept {
    for (; size >= 8; from += 8, size -= 8) {
        hash = rotate(hash ^ mix(0, load<std::uint64_t>(from)), 27) * prime1 + prime4;
    }
    if (size >= 4) {
        hash = rotate(hash ^ (load<std::uint32_t>(from) * prime1), 23) * prime2 + prime3;
        from += 4;
        size -= 4;
    }
    for (; size > 0; ++from, --size) {
        hash = rotate(hash ^ (*from * prime5), 11) * prime1;
    }
    hash = (hash ^ (hash >> 33)) * prime2;
    hash = (hash ^ (hash >> 29)) * prime3;
    return hash ^ (hash >> 32);
}

} // namespace

std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    const auto* from = static_cast<const unsigned char*>(data);
    if (size < 32) {
        return finish(seed + prime5 + size, from, size);
    }
    std::uint64_t a = seed + prime1 + prime2;
    std::uint64_t b = seed + prime2;
    std::uint64_t c = seed;
    std::uint64_t d = seed - prime1;
    std::size_t left = size;
    for (; left >= 32; from += 32, left -= 32) {
        a = mix(a, load<std::uint64_t>(from));
        b = mix(b, load<std::uint64_t>(from + 8));
        c = mix(c, load<std::uint64_t>(from + 16));
        d = mix(d, load<std::uint64_t>(from + 24));
    }
    std::uint64_t hash = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
    hash = merge(merge(merge(merge(hash, a), b), c), d);
    return finish(hash + size, from, left);
}

} // namespace proxima::detail
