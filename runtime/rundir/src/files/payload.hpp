// Reading fields from a piece of a record file.
#pragma once

#include "files/little_endian.hpp"
#include "files/malformed.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace proxima::rundir {

/// Bytes of a file and the offset they come from.
struct Payload {
    const unsigned char* data = nullptr;
    std::size_t size = 0;
    std::uint64_t file_offset = 0;
};

/// Takes fields one after another and throws Malformed rather than read beyond the end.
class FieldReader {
public:
    explicit FieldReader(const Payload& payload) : payload_(payload) {}

    std::uint8_t u8() { return *take(1); }
    std::uint32_t u32() { return load_u32(take(4)); }
    std::uint64_t u64() { return load_u64(take(8)); }
    std::int64_t i64() { return static_cast<std::int64_t>(u64()); }

    double f64() {
        const auto bits = u64();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

    std::string string() {
        const std::size_t size = u32();
        const auto* bytes = take(size);
        return {reinterpret_cast<const char*>(bytes), size};
    }

    std::size_t position() const { return position_; }
    std::uint64_t file_offset() const { return payload_.file_offset + position_; }

    [[noreturn]] void refuse(const std::string& problem) const {
        throw Malformed(file_offset(), problem);
    }

private:
    const unsigned char* take(std::size_t size) {
        if (payload_.size - position_ < size) {
            refuse("a field of " + std::to_string(size) + " bytes does not fit into the " +
                   std::to_string(payload_.size - position_) + " that are left");
        }
        const auto* bytes = payload_.data + position_;
        position_ += size;
        return bytes;
    }

    Payload payload_;
    std::size_t position_ = 0;
};

} // namespace proxima::rundir
