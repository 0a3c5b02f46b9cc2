#include "lane/thread.hpp"
#include "run/run.hpp"

#include <proxima/live_records.hpp>

#include <cstddef>
#include <fcntl.h>
#include <unistd.h>

namespace proxima::detail {

namespace {

// The first `count` values of a column: element 0 is the encoder's.
bool write_column(int file, const Lane& lane, const std::uint64_t* column,
                  std::uint64_t count) noexcept {
    const auto* const begin = reinterpret_cast<const unsigned char*>(&lane);
    const auto* const first = reinterpret_cast<const unsigned char*>(column + 1);
    return write_at(file, static_cast<std::size_t>(first - begin), first, count * sizeof *column);
}

} // namespace

// The lane's thread may be filling the columns: of what is its own only what it has published is
// read.
bool LaneState::write_ring(int file) noexcept {
    const LaneHead& head = lane_->head;
    const std::uint64_t count = __atomic_load_n(&head.count, __ATOMIC_ACQUIRE);
    std::uint64_t more_words = 0;
    for (std::uint64_t i = 1; i <= count; ++i) {
        const std::uint32_t words = tree_.node(lane_->node[i]).words;
        more_words += words > 1 ? words - 1 : 0;
    }
    const std::uint64_t published[] = {head.chunk_bytes, head.block, count};
    return ftruncate(file, ring_size) == 0 &&
           write_at(file, 0, head.file_header, sizeof head.file_header) &&
           write_at(file, sizeof head.file_header, published, sizeof published) &&
           write_column(file, *lane_, lane_->end, count) &&
           write_column(file, *lane_, lane_->start, count) &&
           write_column(file, *lane_, lane_->communication, count) &&
           write_column(file, *lane_, lane_->node, count) &&
           write_column(file, *lane_, lane_->first_word, count) &&
           write_column(file, *lane_, lane_->more_words, more_words) &&
           write_at(file, chunk_offset, chunks(), head.chunk_bytes) &&
           (sampled_ == nullptr || sampled_->published().write_to(file));
}

bool LaneState::copy_ring(const std::string& directory) {
    const std::lock_guard lock(mutex_);
    if (!recording_ || files_.ring.empty()) {
        return closed_;
    }
    const std::string path = directory + files_.ring.substr(files_.ring.rfind('/'));
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool written = file >= 0 && write_ring(file);
    if (file >= 0) {
        ::close(file);
    }
    return written;
}

bool Run::copy_rings(const std::string& directory) {
    const std::lock_guard lock(mutex_);
    bool copied = configuration_.records && phase_ == Phase::running && !directory_.empty();
    for (const auto& lane : lanes_) {
        copied = copied && lane->copy_ring(directory);
    }
    return copied;
}

bool copy_rings(const std::string& directory) {
    const SlowSection section;
    return run().copy_rings(directory);
}

} // namespace proxima::detail
