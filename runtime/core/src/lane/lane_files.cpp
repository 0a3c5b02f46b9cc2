// The two files of a lane: how they begin, where they are, what the ring file says of what is in no
// file, and how it goes.
#include "lane/lane_state.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace proxima::detail {

namespace {

constexpr std::string_view ring_magic("\x89PXQ\r\n\x1a\n", 8);
constexpr std::uint32_t ring_version = 1;
constexpr std::size_t ring_mpi_calls_offset = 288; // of where the header tells of them
static_assert(ring_mpi_calls_offset >= ring_statistics_offset + sizeof(RingStatistics) &&
              ring_mpi_calls_offset + 2 * sizeof(std::uint64_t) <= ring_missing_offset &&
              ring_missing_offset + sizeof(RingMissing) <= lane_file_header);
static_assert(ring_others_offset >= offsetof(Lane, rest_of_page));

// Offset of the first value of a column: its element 0 is not part of the format.
std::uint64_t column_offset(std::size_t offset) noexcept {
    return offset + sizeof(std::uint64_t);
}

} // namespace

static_assert(offsetof(LaneHead, chunk_bytes) == 88 && offsetof(LaneHead, block) == 96 &&
              offsetof(LaneHead, count) == 104 && offsetof(Lane, end) == lane_page);

void LaneState::open_files(LaneFiles files, const Clock& clock, DiskBudget* budget) {
    budget_ = budget;
    clock_ = &clock;
    const int error = begin_files(files);
    files_ = std::move(files);
    if (error != 0) {
        record_file_ = File();
        files_.ring.clear();
        stop_recording(error);
        return;
    }
    fill_header();
    recording_ = true;
    if (sampled_ != nullptr) {
        sampled_->sampler().differ_by(files_.rank * std::uint64_t{1000} + files_.number);
    }
    try {
        for (std::size_t id = 1; id < tree_.size(); ++id) {
            define(tree_.node(id));
        }
    } catch (const std::bad_alloc&) {
        stop_recording(ENOMEM);
    }
}

// What takes memory comes first, so that no file is left without what belongs in it. Files that
// were there already are another's, and stay.
int LaneState::begin_files(const LaneFiles& files) {
    beginning_ = clock_->pair();
    const Bytes header = write(format::FileHeader{files.rank, files.number,
                                                  clock_->ticks_per_second(), written(beginning_)});
    const auto keep = std::make_unique<Lane>(*lane_);
    std::string record = files.record;
    std::string ring = files.ring;
    int error = record_file_.create(std::move(record), O_WRONLY | O_APPEND);
    if (error != 0) {
        return error;
    }
    error = map_ring(std::move(ring), *keep);
    if (error == 0) {
        error = record_file_.append(header.data(), header.size());
        if (error != 0) {
            unlink(files.ring.c_str());
        }
    }
    if (error != 0) {
        unlink(files.record.c_str());
    }
    return error;
}

// The ring file is in both places while the record file moves, so that at any instant one of them
// has the lane whole.
int LaneState::move_files(LaneFiles files) {
    if (files_.record.empty()) {
        return 0;
    }
    const Bytes header = write(format::FileHeader{files.rank, files.number,
                                                  clock_->ticks_per_second(), written(beginning_)});
    std::string there = files.record; // what takes memory comes first
    std::string home = files_.record;
    const bool linked = link(files_.ring.c_str(), files.ring.c_str()) == 0; // not everywhere
    int error = record_file_.move(std::move(there));
    if (error != 0) {
        if (linked) {
            unlink(files.ring.c_str());
        }
        return error == ENOENT ? 0 : error; // there are none
    }
    error = move_ring(files.ring, linked);
    if (error == 0) {
        error = record_file_.overwrite(header.data(), header.size());
        if (error != 0) {
            rename(files.ring.c_str(), files_.ring.c_str());
        }
    }
    if (error != 0) {
        record_file_.move(std::move(home));
        return error;
    }
    files_ = std::move(files);
    fill_header();
    return 0;
}

int LaneState::move_ring(const std::string& to, bool linked) const noexcept {
    const char* const from = files_.ring.c_str();
    if ((linked ? unlink(from) : rename(from, to.c_str())) == 0) {
        return 0;
    }
    const int error = errno;
    if (linked) {
        unlink(to.c_str());
    }
    return error;
}

// Puts the ring file where the lane is already, with what the lane has `held`, so that its address
// stays.
int LaneState::map_ring(std::string path, const Lane& held) noexcept {
    File ring;
    if (const int error = ring.create(std::move(path), O_RDWR); error != 0) {
        return error;
    }
    if (const int error = ring.reserve(ring_size); error != 0) {
        unlink(ring.path().c_str());
        return error;
    }
    if (ring.map(lane_, ring_size) == nullptr) {
        unlink(ring.path().c_str());
        return ENOMEM;
    }
    *lane_ = held;
    for (std::size_t id = 1; id < tree_.size(); ++id) {
        publish_mpi_calls(tree_.node(id));
    }
    if (sampled_ != nullptr) {
        sampled_->publish_in(std::move(ring), ring_size, *lane_);
    }
    return 0;
}

// What lies behind the columns is nobody's any longer, while a thread may go on in them: cutting it
// off takes no memory from under it.
std::uint64_t LaneState::give_back_disk() noexcept {
    if (!closed_ || files_.ring.empty() || sampled_ != nullptr) {
        return 0;
    }
    missing_ = lost_ + forgotten_;
    publish_missing();
    lane_->head.chunk_bytes = 0;
    lane_->head.block = 0; // the columns refer to definitions that may go
    std::memset(lane_->more_file_header, 0, ring_missing_offset - sizeof(LaneHead));
    cut_ring();
    return std::exchange(only_in_ring_, 0);
}

void LaneState::remove_ring() noexcept {
    if (!closed_ || files_.ring.empty()) {
        return;
    }
    cut_ring(); // the mapping keeps the rest on the disk until the process ends
    unlink(files_.ring.c_str());
    files_.ring.clear();
}

bool LaneState::has_ring() const noexcept {
    return !files_.ring.empty() && error_ != ENOENT;
}

void LaneState::cut_ring() const noexcept {
    [[maybe_unused]] const int cut = truncate(files_.ring.c_str(), chunk_offset);
}

RingMissing& LaneState::missing() noexcept {
    auto* const page = reinterpret_cast<unsigned char*>(lane_);
    return *reinterpret_cast<RingMissing*>(page + ring_missing_offset);
}

RingOthers* LaneState::others() noexcept {
    auto* const page = reinterpret_cast<unsigned char*>(lane_);
    return files_.ring.empty() ? nullptr : reinterpret_cast<RingOthers*>(page + ring_others_offset);
}

void LaneState::count_among(RingOthers& others) noexcept {
    __atomic_fetch_add(&others.lanes, 1, __ATOMIC_RELAXED);
    others_ = &others;
}

void LaneState::publish_missing() noexcept {
    __atomic_store_n(&missing().without_columns, missing_, __ATOMIC_RELEASE);
    __atomic_store_n(&missing().with_columns, missing_, __ATOMIC_RELEASE);
}

void LaneState::fill_header() noexcept {
    unsigned char* to = lane_->head.file_header;
    std::memcpy(to, ring_magic.data(), ring_magic.size());
    to += ring_magic.size();
    to = put_number(to, ring_version);
    to = put_number(to, files_.rank);
    to = put_number(to, files_.number);
    to = put_number(to, static_cast<std::uint32_t>(lane_capacity));
    to = put_number(to, static_cast<std::uint32_t>(lane_more_words));
    to = put_number(to, static_cast<std::uint32_t>(chunk_room));
    to = put_number(to, column_offset(offsetof(Lane, end)));
    to = put_number(to, column_offset(offsetof(Lane, start)));
    to = put_number(to, column_offset(offsetof(Lane, communication)));
    to = put_number(to, column_offset(offsetof(Lane, node)));
    to = put_number(to, column_offset(offsetof(Lane, first_word)));
    to = put_number(to, column_offset(offsetof(Lane, more_words)));
    put_number(to, std::uint64_t{chunk_offset});
    to = reinterpret_cast<unsigned char*>(lane_) + ring_mpi_calls_offset;
    to = put_number(to, std::uint64_t{mpi_calls_offset});
    put_number(to, std::uint64_t{counted_nodes});
}

} // namespace proxima::detail
