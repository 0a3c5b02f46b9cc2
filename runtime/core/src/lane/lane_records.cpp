// From the columns of a lane to its chunks and statistics, and from there to its record file.
#include "lane/lane_state.hpp"
#include "system/message.hpp"

#include <cerrno>
#include <new>

namespace proxima::detail {

namespace {

// The payloads of the chunks that hold the calls of MPI of all nodes: at least one, which says that
// they are known.
std::vector<Bytes> mpi_calls_payloads(Tree& tree) {
    constexpr std::size_t enough = 32'768;
    std::vector<Bytes> payloads(1);
    for (std::size_t id = 1; id < tree.size(); ++id) {
        const TreeNode& node = tree.node(id);
        if (payloads.back().size() > enough) {
            payloads.emplace_back();
        }
        if (node.ended_mpi_calls != 0) {
            payloads.back().put(node.id).put(node.ended_mpi_calls);
        }
    }
    return payloads;
}

std::size_t chunk_size(const unsigned char* chunk) noexcept {
    return format::ChunkHeader::size + format::read_chunk_header(chunk).payload_size;
}

std::uint32_t block_size(const unsigned char* chunk) noexcept {
    constexpr std::size_t sequence = sizeof(std::uint64_t);
    return format::load<std::uint32_t>(chunk + format::ChunkHeader::size + sequence);
}

// Writes the payload before the block `block`, whose `count` invocations have these places.
unsigned char* put_places(unsigned char* to, std::uint64_t block, const std::uint64_t* places,
                          std::size_t count) noexcept {
    to = put_number(to, block);
    to = put_number(to, static_cast<std::uint32_t>(count));
    to = put_number(to, std::uint32_t{0});
    return kernels().plain(to, places, count);
}

} // namespace

void LaneState::take_columns(std::uint64_t count) noexcept {
    if (count == 0 || closed_) {
        late_ += closed_ ? count : 0;
        return;
    }
    invocations_ += count;
    try {
        if (sampled_ != nullptr) {
            take_sample(count);
        } else if (records_invocations()) {
            add_block(*lane_, {count, blocks_, has_communication_, false}, nullptr);
        } else {
            encoder_.summarize(*lane_, tree_, count, has_communication_);
            lose(count);
        }
    } catch (const std::bad_alloc&) {
        stop_recording(ENOMEM);
        invocations_ -= count;
        forgotten_ += count;
        missing_ += count;
    }
}

// Invocations that are only counted. Without an error they were not to be recorded.
void LaneState::lose(std::uint64_t count) noexcept {
    if (error_ != 0) {
        lost_ += count;
        missing_ += count;
    }
}

void LaneState::add_block(Lane& lane, const Encoder::Batch& batch, const std::uint64_t* places) {
    unsigned char* const begin = chunks() + lane_->head.chunk_bytes;
    unsigned char* chunk = begin;
    if (places != nullptr) {
        unsigned char* const payload = chunk + format::ChunkHeader::size;
        unsigned char* const end = put_places(payload, batch.block, places, batch.count);
        put_chunk_header(chunk, ChunkType::places, static_cast<std::size_t>(end - payload));
        chunk = end;
    }
    unsigned char* const payload = chunk + format::ChunkHeader::size;
    const unsigned char* const end = encoder_.encode(lane, tree_, *clock_, batch, payload);
    put_chunk_header(chunk, ChunkType::block, static_cast<std::size_t>(end - payload));
    const auto size = static_cast<std::uint64_t>(end - begin);
    __atomic_store_n(&lane_->head.chunk_bytes, lane_->head.chunk_bytes + size, __ATOMIC_RELEASE);
    ++blocks_;
    recorded_ += batch.count;
    unwritten_ += batch.count;
}

void LaneState::take_sample(std::uint64_t count) {
    Sampler& sampler = sampled_->sampler();
    sampler.take(*lane_, tree_, count, has_communication_);
    const std::uint64_t chosen = sampler.chosen();
    if (records_invocations() && chosen != 0) {
        const bool all = chosen == count && !sampler.placed();
        Lane& lane = all ? *lane_ : sampled_->copy_chosen(*lane_, tree_);
        add_block(lane, {chosen, blocks_, has_communication_, true},
                  sampler.placed() ? sampler.places() : nullptr);
    } else {
        lose(chosen);
    }
    encoder_.begin(lane_->end[count]);
    sampled_->published().publish(sampler);
}

void LaneState::add_statistics() {
    for (const Bytes& payload : statistics_payloads(tree_)) {
        add_chunk(ChunkType::statistics, payload);
    }
}

void LaneState::add_mpi_calls() {
    for (const Bytes& payload : mpi_calls_payloads(tree_)) {
        add_chunk(ChunkType::mpi_calls, payload);
    }
}

void LaneState::write_chunks() noexcept {
    if (!recording_) {
        return;
    }
    const bool discarded = files_.record.empty();
    const std::uint64_t size = lane_->head.chunk_bytes;
    if (!discarded && error_ == 0 && budget_ != nullptr && !budget_->take(size)) {
        write_up_to_limit();
        return;
    }
    int error = 0;
    if (!discarded) {
        error = error_ == 0 ? record_file_.append(chunks(), size) : write_definitions(chunks());
    }
    if (error != 0) {
        stop_recording(error);
        return;
    }
    __atomic_store_n(&lane_->head.chunk_bytes, 0, __ATOMIC_RELEASE);
    if (error_ == limit_reached) {
        __atomic_store_n(&lane_->head.block, blocks_, __ATOMIC_RELEASE);
    }
    unwritten_ = 0;
}

// The blocks that have room within the limit, and of the rest the definitions.
void LaneState::write_up_to_limit() noexcept {
    const unsigned char* const end = chunks() + lane_->head.chunk_bytes;
    const unsigned char* fits = chunks(); // up to here
    std::uint64_t written = 0;
    for (const unsigned char* chunk = fits; chunk < end;) {
        const ChunkType type = format::read_chunk_header(chunk).type;
        const std::uint32_t invocations = type == ChunkType::block ? block_size(chunk) : 0;
        chunk += chunk_size(chunk);
        if (type == ChunkType::places) {
            continue; // goes with the block that follows
        }
        if (!budget_->take(static_cast<std::uint64_t>(chunk - fits))) {
            break;
        }
        fits = chunk;
        written += invocations;
    }
    int error = record_file_.append(chunks(), static_cast<std::size_t>(fits - chunks()));
    if (error == 0) {
        unwritten_ -= written;
        missing_ += unwritten_;
        lose_unwritten(limit_reached);
        publish_missing();
        error = write_definitions(fits);
    }
    if (error != 0) {
        stop_recording(error);
        return;
    }
    __atomic_store_n(&lane_->head.chunk_bytes, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&lane_->head.block, blocks_, __ATOMIC_RELEASE);
}

// Statistics refer to definitions, so a kill must find each of them in one of the files: they are
// written before they are taken out of the ring.
int LaneState::write_definitions(const unsigned char* chunk) noexcept {
    const unsigned char* const end = chunks() + lane_->head.chunk_bytes;
    int error = 0;
    while (chunk < end && error == 0) {
        const std::size_t size = chunk_size(chunk);
        const ChunkType type = format::read_chunk_header(chunk).type;
        if (type == ChunkType::block) {
            --blocks_; // so that those in the file are numbered without a gap
        } else if (type != ChunkType::places) {
            error = record_file_.append(chunk, size);
        }
        chunk += size;
    }
    return error;
}

void LaneState::write_end() {
    if (budget_ != nullptr) { // the end counts what the limit leaves, and does not fall under it
        write_chunks();
        budget_ = nullptr;
    }
    if (sampled_ != nullptr) {
        add_statistics();
        keeps_statistics_ = recording_; // in the ring file, or the record file already
    }
    add_mpi_calls();
    add_chunk(ChunkType::end, write(format::FileEnd{recorded_, lost_}));
    write_chunks();
}

void LaneState::stop_recording(int error) noexcept {
    recording_ = false;
    only_in_ring_ = files_.ring.empty() || error == ENOENT ? 0 : unwritten_;
    lose_unwritten(error);
}

// What stops one lane mostly stops all: that is said once, and for each in run.json. If the run
// directory is not there any longer, that is said at the end, with all that is lost with it.
void LaneState::say_that_recording_stopped(int error) const noexcept {
    if (error == ENOENT) {
        return;
    }
    try {
        say_failure("error: recording into " + files_.record + " stopped: " + error_text(error) +
                    "; the call graph goes on");
    } catch (const std::bad_alloc&) {
        say_failure("error: recording stopped for want of memory; the call graph goes on");
    }
}

void LaneState::lose_unwritten(int error) noexcept {
    say_that_recording_stopped(error);
    error_ = error;
    recorded_ -= unwritten_;
    lost_ += unwritten_;
    unwritten_ = 0;
}

} // namespace proxima::detail
