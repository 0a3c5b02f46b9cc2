// A record file as a header and a sequence of chunks.
#pragma once

#include "files/payload.hpp"

#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace proxima::rundir {

/// An open file that is read at any offset.
class RandomAccessFile {
public:
    /// Throws Error.
    explicit RandomAccessFile(const std::filesystem::path& file);
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;
    ~RandomAccessFile();

    std::uint64_t size() const { return size_; }

    /// Reads up to `size` bytes; returns how many there were. Throws Malformed on an input error.
    std::size_t read(std::uint64_t offset, unsigned char* buffer, std::size_t size) const;

private:
    std::uint64_t size_;
    int descriptor_ = -1;
};

enum class ChunkType : std::uint32_t {
    thread = 1,
    method = 2,
    node = 3,
    block = 4,
    end = 5,
    statistics = 6,
    places = 7,
    mpi_calls = 8
};

/// A damaged or hostile file cannot ask for more memory; the runtime writes far smaller ones.
constexpr std::uint32_t most_chunk_bytes = std::uint32_t{64} << 20;

struct Chunk {
    std::uint64_t offset = 0; ///< of its header
    ChunkType type = ChunkType::end;
    std::uint32_t size = 0;
    std::uint64_t hash = 0;

    static constexpr std::uint64_t header_size = 16;
    std::uint64_t payload_offset() const { return offset + header_size; }
    std::uint64_t end() const { return payload_offset() + size; }
};

/// Throws Malformed if the payload of a chunk is not what it was when it was written.
void check_hash(const Chunk& chunk, const Payload& payload);

/// Takes the next chunk from `chunks` at `position` and moves that behind it; its payload is
/// checked. Throws Malformed.
Payload take_chunk(const Payload& chunks, std::size_t& position, Chunk& chunk);

/// Gives each of `chunks` to `action(chunk, payload)`. What is wrong with one, or what `action`
/// finds wrong, goes to `problem(malformed)`; the next is given all the same, if it can be told
/// where that begins.
template <typename Action, typename Problem>
void for_each_chunk(const Payload& chunks, Action action, Problem problem) {
    for (std::size_t position = 0; position < chunks.size;) {
        const auto begin = position;
        try {
            Chunk chunk;
            const auto payload = take_chunk(chunks, position, chunk);
            action(chunk, payload);
        } catch (const Malformed& malformed) {
            problem(malformed);
        }
        if (position == begin) {
            return;
        }
    }
}

class ChunkFile {
public:
    /// Opens the file and checks its header. Throws Error or Malformed.
    explicit ChunkFile(const std::filesystem::path& file);

    double ticks_per_second() const { return ticks_per_second_; }
    const ClockPair& opened() const { return opened_; }
    std::uint64_t size() const { return file_.size(); }

    /// Moves to the next chunk; false at the end of the file, or where an incomplete chunk or a
    /// hole begins.
    bool next(Chunk& chunk);

    /// Where next() stopped, and whether bytes are left there.
    std::uint64_t position() const { return position_; }
    bool cut_short() const { return position_ < file_.size(); }

    /// Reads a chunk whole and checks its size and hash. The bytes stay until the next call and may
    /// be followed by up to 8 more that can be read. Throws Malformed.
    Payload payload(const Chunk& chunk);

    /// The first `size` bytes of a chunk, unchecked.
    Payload beginning(const Chunk& chunk, std::size_t size);

private:
    RandomAccessFile file_;
    double ticks_per_second_ = 0;
    ClockPair opened_;
    std::uint64_t position_ = 0;
    std::vector<unsigned char> buffer_;
};

} // namespace proxima::rundir
