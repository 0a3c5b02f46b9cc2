// Reads streams of 64-bit values (FORMAT.md, "Streams").
//
//     const std::string stream("\x80" + std::string(format::stream_padding, '\0'));
//     format::StreamDecoder decoder(std::string_view(stream).substr(0, 1), 0);
//     format::Group values{};
//     decoder.read(values, 3); // three zeros
//
// Ownership: the bytes stay with their owner.
// Thread safety: threads may share const objects, as with plain values.
// Errors: members throw Malformed.
#pragma once

#include <proxima/format/bytes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace proxima::format {

constexpr std::size_t group_size = 64;
using Group = std::array<std::uint64_t, group_size>;

/// Bytes that must be readable after those of a stream, so that numbers of any width can be read
/// as eight bytes.
constexpr std::size_t stream_padding = 8;

class StreamDecoder {
public:
    /// `bytes` begin at `offset` in their file and are followed by stream_padding bytes.
    StreamDecoder(std::string_view bytes, std::uint64_t offset)
        : next_(reinterpret_cast<const unsigned char*>(bytes.data())), end_(next_ + bytes.size()),
          end_offset_(offset + bytes.size()) {}

    /// Decodes the next group of `count` values, 1 to 64.
    void read(Group& values, std::size_t count);

    /// Decodes the next group of values that may recur. `values` holds the 64 values of the group
    /// before, unless this is the `first`.
    void read_recurring(Group& values, std::size_t count, bool first);

    /// Skips the groups of `count` values.
    void skip(std::uint64_t count);

    /// Offset of the next byte in the file.
    std::uint64_t offset() const { return end_offset_ - static_cast<std::uint64_t>(end_ - next_); }

private:
    struct Tag {
        unsigned width;
        unsigned shift;
        bool repeated;
    };

    Tag take_tag();
    const unsigned char* take(std::size_t size);

    const unsigned char* next_;
    const unsigned char* end_;
    std::uint64_t end_offset_;
};

} // namespace proxima::format
