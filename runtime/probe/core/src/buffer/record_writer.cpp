#include "buffer/record_writer.hpp"

#include "buffer/encoder.hpp"
#include "system/job_messages.hpp"

#include <cerrno>
#include <cstring>
#include <new>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

using format::ChunkHeader;

constexpr std::size_t enough_bytes = std::size_t{64} * 1024;
// The largest chunk that draining the columns adds.
constexpr std::size_t most_block_chunk = ChunkHeader::size + Encoder::most_block_bytes;
static_assert(enough_bytes + most_block_chunk <= chunk_room);

} // namespace

WriteError RecordWriter::begin(const format::Bytes& header, DiskBudget* budget) {
    budget_ = budget;
    error_ = file_.create(path_);
    error_ = error_ == 0 ? file_.append(header.data(), header.size()) : error_;
    recording_ = error_ == 0;
    return error_;
}

void RecordWriter::add(format::ChunkType type, const format::Bytes& payload) noexcept {
    const std::size_t size = ChunkHeader::size + payload.size();
    if (recording_ && waiting_bytes() + size > chunk_room - most_block_chunk) {
        write();
    }
    if (!recording_) {
        return;
    }
    if (size > chunk_room - most_block_chunk) {
        write_long(type, payload);
        return;
    }
    unsigned char* const chunk = memory_.chunks() + waiting_bytes();
    std::memcpy(chunk + ChunkHeader::size, payload.data(), payload.size());
    format::put_chunk_header(chunk, type, payload.size());
    __atomic_store_n(&waiting_bytes(), waiting_bytes() + size, __ATOMIC_RELEASE);
}

// Writes a definition that is too large for the buffer. Nothing refers to it yet, so a kill may cut
// it short.
void RecordWriter::write_long(format::ChunkType type, const format::Bytes& payload) noexcept {
    unsigned char header[ChunkHeader::size];
    format::put_chunk_header(header, type, payload.data(), payload.size());
    int error = path_.empty() ? 0 : file_.append(header, sizeof header);
    if (error == 0 && !path_.empty()) {
        error = file_.append(payload.data(), payload.size());
    }
    if (error != 0) {
        stop(error);
    }
}

unsigned char* RecordWriter::block() noexcept {
    return memory_.chunks() + waiting_bytes() + ChunkHeader::size;
}

bool RecordWriter::add_block(const unsigned char* end, std::uint64_t invocations) noexcept {
    unsigned char* const payload = block();
    const auto size = static_cast<std::size_t>(end - payload);
    const WriteError refused = budget_ == nullptr ? 0 : budget_->take(ChunkHeader::size + size);
    if (refused != 0) {
        error_ = refused;
        say_that_it_stopped();
        return false;
    }
    format::put_chunk_header(payload - ChunkHeader::size, format::ChunkType::block, size);
    __atomic_store_n(&waiting_bytes(), waiting_bytes() + ChunkHeader::size + size,
                     __ATOMIC_RELEASE);
    ++blocks_;
    recorded_ += invocations;
    waiting_ += invocations;
    ++waiting_blocks_;
    return true;
}

void RecordWriter::write_if_enough() noexcept {
    if (waiting_bytes() >= enough_bytes) {
        write();
    }
}

void RecordWriter::write() noexcept {
    if (!recording_) {
        return;
    }
    const int error = path_.empty() ? 0 : file_.append(memory_.chunks(), waiting_bytes());
    if (error != 0) {
        stop(error);
        return;
    }
    __atomic_store_n(&waiting_bytes(), 0, __ATOMIC_RELEASE);
    waiting_ = waiting_blocks_ = 0;
}

// Drops the waiting chunks, so that the disk has room for the results of the run.
void RecordWriter::stop(WriteError error) noexcept {
    recording_ = false;
    error_ = error;
    say_that_it_stopped();
    __atomic_store_n(&waiting_bytes(), 0, __ATOMIC_RELEASE);
    lost_ += waiting_;
    recorded_ -= waiting_;
    blocks_ -= waiting_blocks_;
    waiting_ = waiting_blocks_ = 0;
}

// An error usually hits every thread, so it is printed once; run.json lists all.
void RecordWriter::say_that_it_stopped() const noexcept {
    try {
        say_failure("error: recording into " + path_ + " stopped: " + error_text(error_) +
                    "; the call graph goes on");
    } catch (const std::bad_alloc&) {
        say_failure("error: recording stopped: memory is exhausted; the call graph continues");
    }
}

void RecordWriter::close() noexcept {
    write();
    recording_ = false;
}

std::uint64_t RecordWriter::take_vanished() noexcept {
    if (recorded_ == 0 || path_.empty() || !file_.has_vanished()) {
        return 0;
    }
    waiting_ = recorded_;
    stop(ENOENT);
    return take_lost();
}

std::uint64_t RecordWriter::take_lost() noexcept {
    return std::exchange(lost_, 0);
}

} // namespace proxima::detail
