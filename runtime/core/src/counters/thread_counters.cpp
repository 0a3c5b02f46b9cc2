#include "counters/thread_counters.hpp"

namespace proxima::detail {

namespace {

// 0 if one of the two readings failed.
std::uint64_t difference(std::uint64_t end, std::uint64_t begin) noexcept {
    const std::uint64_t counted = end - begin;
    return static_cast<std::int64_t>(counted) < 0 ? 0 : counted;
}

} // namespace

void ThreadCounters::read_all() noexcept {
    source_->read(now_);
    for (std::size_t i = 0; i < count_; ++i) {
        now_[i] -= own_[i];
    }
}

void ThreadCounters::leave_out_own_work() noexcept {
    CounterValues end{};
    source_->read(end);
    for (std::size_t i = 0; i < count_; ++i) {
        own_[i] += difference(end[i], own_begin_[i]);
    }
}

void ThreadCounters::begin(NodeCounters* node) const noexcept {
    if (node != nullptr) {
        node->begin = now_;
    }
}

const std::uint64_t* ThreadCounters::end(NodeCounters* node) noexcept {
    if (node == nullptr) {
        return nullptr;
    }
    for (std::size_t i = 0; i < count_; ++i) {
        counted_[i] = difference(now_[i], node->begin[i]);
        node->sum[i] += frozen_ ? 0 : counted_[i];
    }
    return counted_.data();
}

} // namespace proxima::detail
