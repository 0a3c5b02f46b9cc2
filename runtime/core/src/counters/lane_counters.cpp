#include "counters/lane_counters.hpp"

#include <algorithm>

namespace proxima::detail {

namespace {

// A counter that could not be read at one of the two ends does not count below 0.
std::uint64_t difference(std::uint64_t end, std::uint64_t begin) noexcept {
    const std::uint64_t counted = end - begin;
    return static_cast<std::int64_t>(counted) < 0 ? 0 : counted;
}

} // namespace

void LaneCounters::read_all() noexcept {
    source_->read(now_);
    for (std::size_t i = 0; i < count_; ++i) {
        now_[i] -= own_[i];
    }
}

void LaneCounters::leave_out_own_work() noexcept {
    CounterValues end{};
    source_->read(end);
    for (std::size_t i = 0; i < count_; ++i) {
        own_[i] += difference(end[i], own_begin_[i]);
    }
}

void LaneCounters::begin(NodeCounters* node) const noexcept {
    if (node != nullptr) {
        node->begin = now_;
    }
}

void LaneCounters::end_early(NodeCounters* node) const noexcept {
    for (std::size_t i = 0; node != nullptr && i < count_; ++i) {
        node->ended[i] = difference(now_[i], node->begin[i]);
    }
}

void LaneCounters::go_on(const NodeCounters* before, NodeCounters* node) const noexcept {
    for (std::size_t i = 0; before != nullptr && node != nullptr && i < count_; ++i) {
        node->begin[i] -= before->ended[i];
    }
}

const std::uint64_t* LaneCounters::end(NodeCounters* node, bool has_ended) noexcept {
    if (node == nullptr) {
        return nullptr;
    }
    for (std::size_t i = 0; i < count_; ++i) {
        counted_[i] = has_ended ? node->ended[i] : difference(now_[i], node->begin[i]);
        node->sum[i] += frozen_ ? 0 : counted_[i];
    }
    return counted_.data();
}

void LaneCounters::begin_folded(std::size_t depth) {
    keep_folded(depth); // the last one may have begun here only
    if (count_ != 0) {
        folded_.push_back({now_, {}});
    }
}

void LaneCounters::keep_folded(std::size_t depth) noexcept {
    folded_.erase(folded_.begin() + static_cast<std::ptrdiff_t>(std::min(depth, folded_.size())),
                  folded_.end());
}

const std::uint64_t* LaneCounters::end_folded(NodeCounters* node) noexcept {
    if (node == nullptr || folded_.empty()) {
        return nullptr;
    }
    const Folded ended = folded_.back();
    folded_.pop_back();
    for (std::size_t i = 0; i < count_; ++i) {
        counted_[i] = difference(now_[i], ended.begin[i]);
        node->sum[i] += frozen_ ? 0 : difference(counted_[i], ended.inside[i]);
        if (!folded_.empty()) {
            folded_.back().inside[i] += counted_[i];
        }
    }
    return counted_.data();
}

void LaneCounters::restart_folded() noexcept {
    for (Folded& invocation : folded_) {
        invocation = {now_, {}};
    }
}

} // namespace proxima::detail
