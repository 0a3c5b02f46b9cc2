// The encoding of 64-bit values in blocks: groups of 64, each value in as many bytes as the widest
// of its group needs.
#pragma once

#include "files/payload.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace proxima::rundir {

constexpr std::size_t group_size = 64;
using Group = std::array<std::uint64_t, group_size>;

/// Takes groups from a payload, front to back.
class ValueStream {
public:
    ValueStream() = default;
    ValueStream(const Payload& payload, std::size_t position)
        : payload_(payload), position_(position) {}

    /// Decodes the next group of `count` values, 1 to 64. Throws Malformed.
    void read(Group& values, std::size_t count);

    /// The same of values that may recur: `values` holds the group before, 64 of them; nothing
    /// before the `first`.
    void read_recurring(Group& values, std::size_t count, bool first);

    /// Passes over the groups of `count` values. Throws Malformed.
    void skip(std::uint64_t count);

    std::uint64_t file_offset() const { return payload_.file_offset + position_; }

private:
    struct Tag {
        unsigned width;
        unsigned shift;
        bool repeated;
    };

    Tag take_tag();
    const unsigned char* take_data(std::size_t size);

    Payload payload_;
    std::size_t position_ = 0;
};

} // namespace proxima::rundir
