#include "files/xxh64.hpp"

#include "files/little_endian.hpp"

#include <array>

namespace proxima::rundir {
namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9U;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63U;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5U;

std::uint64_t rotate_left(std::uint64_t value, int bits) {
    return (value << bits) | (value >> (64 - bits));
}

std::uint64_t round(std::uint64_t accumulator, std::uint64_t input) {
    return rotate_left(accumulator + input * prime2, 31) * prime1;
}

/// The state after all whole stripes of 32 bytes; `data` is moved past them.
std::uint64_t consume_stripes(const unsigned char*& data, const unsigned char* end,
                              std::uint64_t seed) {
    std::array<std::uint64_t, 4> lanes{seed + prime1 + prime2, seed + prime2, seed, seed - prime1};
    for (; end - data >= 32; data += 32) {
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            lanes[i] = round(lanes[i], load_u64(data + 8 * i));
        }
    }
    std::uint64_t hash = rotate_left(lanes[0], 1) + rotate_left(lanes[1], 7) +
                         rotate_left(lanes[2], 12) + rotate_left(lanes[3], 18);
    for (const auto lane : lanes) {
        hash = (hash ^ round(0, lane)) * prime1 + prime4;
    }
    return hash;
}

std::uint64_t avalanche(std::uint64_t hash) {
    hash = (hash ^ (hash >> 33)) * prime2;
    hash = (hash ^ (hash >> 29)) * prime3;
    return hash ^ (hash >> 32);
}

} // namespace

std::uint64_t xxh64(const unsigned char* data, std::size_t size, std::uint64_t seed) {
    const unsigned char* const end = data + size;
    std::uint64_t hash = size >= 32 ? consume_stripes(data, end, seed) : seed + prime5;
    hash += size;
    for (; end - data >= 8; data += 8) {
        hash = rotate_left(hash ^ round(0, load_u64(data)), 27) * prime1 + prime4;
    }
    if (end - data >= 4) {
        hash = rotate_left(hash ^ (load_u32(data) * prime1), 23) * prime2 + prime3;
        data += 4;
    }
    for (; data < end; ++data) {
        hash = rotate_left(hash ^ (*data * prime5), 11) * prime1;
    }
    return avalanche(hash);
}

} // namespace proxima::rundir
