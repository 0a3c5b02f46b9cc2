// The chunks of a thread: built in its buffer, moved to its record file when they are enough to be
// worth a system call.
#pragma once

#include "buffer/buffer_memory.hpp"
#include "clock/clock.hpp"
#include "system/disk_budget.hpp"
#include "system/file.hpp"

#include <proxima/format/chunks.hpp>

#include <cstdint>
#include <string>

namespace proxima::detail {

// What takes no further records. An errno value, or one of a DiskBudget.
using WriteError = int;

class RecordWriter {
public:
    explicit RecordWriter(BufferMemory& memory) noexcept : memory_(memory) {}

    // Makes an empty record file, whose blocks may take from `budget`, if it is not null. Returns
    // an errno value; then no file is there. Throws std::bad_alloc.
    WriteError create(std::string path, DiskBudget* budget);
    // It gets its header, and takes chunks from now on: its thread buffer is there.
    WriteError begin(const format::FileHeader& header);
    // Encodes as if there were a file, and discards it.
    void discard() noexcept { recording_ = true; }
    // Moves the file and writes its header again. Returns an errno value; then it stays.
    WriteError move(std::string path, const format::FileHeader& header);

    // Whether chunks are taken, and whether blocks are.
    bool is_recording() const noexcept { return recording_; }
    bool takes_blocks() const noexcept { return recording_ && error_ == 0; }
    // Why not. 0: nothing has been begun, or nothing is wrong.
    WriteError error() const noexcept { return error_; }

    void add(format::ChunkType type, const format::Bytes& payload) noexcept;
    // Where the payload of the next block is to be written, which has room there.
    unsigned char* block() noexcept;
    // The block ends there. False if there is no room for it in the budget, or on the disk.
    bool add_block(const unsigned char* end, std::uint64_t invocations) noexcept;
    std::uint64_t blocks() const noexcept { return blocks_; }

    // Records nothing any longer.
    void give_up(WriteError error) noexcept { stop(error); }

    // Writes what waits, if it is enough, or all of it. After an error nothing is recorded.
    void write_if_enough() noexcept;
    void write() noexcept;
    // Writes what waits, and needs the file no longer.
    void close() noexcept;

    // Invocations in blocks that are in the file or in the buffer; and those that were, but got no
    // room on the disk.
    std::uint64_t recorded() const noexcept { return recorded_; }
    std::uint64_t take_lost() noexcept;
    std::uint64_t file_bytes() const noexcept { return file_.size(); }
    const std::string& path() const noexcept { return path_; }

private:
    std::uint64_t& waiting_bytes() noexcept { return memory_.buffer().counters.chunk_bytes; }
    void stop(WriteError error) noexcept;
    void say_that_it_stopped() const noexcept;

    BufferMemory& memory_;
    File file_;
    std::string path_; // empty: what is recorded is discarded
    DiskBudget* budget_ = nullptr;
    bool recording_ = false;
    WriteError error_ = 0;
    std::uint64_t blocks_ = 0;
    std::uint64_t recorded_ = 0;
    std::uint64_t waiting_ = 0;        // of these in the buffer alone
    std::uint64_t waiting_blocks_ = 0; // with them
    std::uint64_t lost_ = 0;
};

} // namespace proxima::detail
