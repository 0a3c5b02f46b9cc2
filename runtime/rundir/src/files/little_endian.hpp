// Numbers as they are stored in record files: little-endian, at any address.
#pragma once

#include <cstdint>
#include <cstring>

namespace proxima::rundir {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "record files are read as they are in memory");

inline std::uint32_t load_u32(const unsigned char* bytes) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

inline std::uint64_t load_u64(const unsigned char* bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

} // namespace proxima::rundir
