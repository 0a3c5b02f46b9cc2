// Writes the chunks of a thread: collects them in its buffer, and appends them to its record file
// when they are worth a system call.
#pragma once

#include "buffer/buffer_memory.hpp"
#include "clock/clock.hpp"
#include "system/disk_budget.hpp"
#include "system/file.hpp"

#include <proxima/format/chunks.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace proxima::detail {

// The reason why recording stopped: an errno value, or an error of a DiskBudget.
using WriteError = int;

class RecordWriter {
public:
    explicit RecordWriter(BufferMemory& memory) noexcept : memory_(memory) {}

    // Names the record file, for messages. Throws std::bad_alloc.
    void set_path(std::string path) { path_ = std::move(path); }
    // Makes the record file, and takes chunks from now on; blocks count against `budget`, if that
    // is not null. The thread buffer must exist. Returns 0, or an errno value if no file was made.
    // Throws std::bad_alloc.
    WriteError begin(const format::Bytes& header, DiskBudget* budget);
    // Takes chunks without a file, and discards them.
    void discard() noexcept { recording_ = true; }

    // True if the writer takes chunks, and if it takes blocks.
    bool is_recording() const noexcept { return recording_; }
    bool takes_blocks() const noexcept { return recording_ && error_ == 0; }
    // Reason why recording stopped; else 0.
    WriteError error() const noexcept { return error_; }

    void add(format::ChunkType type, const format::Bytes& payload) noexcept;
    // Memory for the payload of the next block.
    unsigned char* block() noexcept;
    // Completes the block. False if it exceeds the budget.
    bool add_block(const unsigned char* end, std::uint64_t invocations) noexcept;
    std::uint64_t blocks() const noexcept { return blocks_; }

    // Stops recording.
    void give_up(WriteError error) noexcept { stop(error); }

    // Write the waiting chunks: if they are worth a system call, or in any case. An error stops
    // recording.
    void write_if_enough() noexcept;
    void write() noexcept;
    // Writes the waiting chunks; nothing is written after that.
    void close() noexcept;

    // Number of invocations in blocks of the file or the buffer, and of those that did not fit on
    // the disk.
    std::uint64_t recorded() const noexcept { return recorded_; }
    std::uint64_t take_lost() noexcept;
    // Returns the number of invocations in the file if another process has removed it: they are
    // lost. Else 0.
    std::uint64_t take_vanished() noexcept;
    std::uint64_t file_bytes() const noexcept { return file_.size(); }
    const std::string& path() const noexcept { return path_; }

private:
    std::uint64_t& waiting_bytes() noexcept { return memory_.buffer().counters.chunk_bytes; }
    void write_long(format::ChunkType type, const format::Bytes& payload) noexcept;
    void stop(WriteError error) noexcept;
    void say_that_it_stopped() const noexcept;

    BufferMemory& memory_;
    File file_;
    std::string path_; // empty: blocks are discarded
    DiskBudget* budget_ = nullptr;
    bool recording_ = false;
    WriteError error_ = 0;
    std::uint64_t blocks_ = 0;
    std::uint64_t recorded_ = 0;
    std::uint64_t waiting_ = 0;        // recorded invocations that are only in the buffer
    std::uint64_t waiting_blocks_ = 0; // their blocks
    std::uint64_t lost_ = 0;
};

} // namespace proxima::detail
