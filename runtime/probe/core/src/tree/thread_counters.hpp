// Counters of a thread, and of the invocations in its call tree.
#pragma once

#include <proxima/detail/counter_source.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

// Counters of a node of the call tree.
struct NodeCounters {
    CounterValues begin{}; // values when the open invocation began
    CounterValues sum{};   // counts of completed invocations
};

// Reads the counters of its thread, which alone calls it. A node is null if nothing is counted.
class ThreadCounters {
public:
    ThreadCounters() = default; // none
    ThreadCounters(const CounterSource* source, std::size_t count) noexcept
        : source_(source), count_(count) {}

    std::size_t count() const noexcept { return count_; }

    // Reads the counters; begin() and end() use these values.
    void read() noexcept {
        if (count_ == 0) {
            return;
        }
        source_->read(now_);
        for (std::size_t i = 0; i < count_; ++i) {
            now_[i] -= own_[i];
        }
    }
    // Counts between these two belong to the runtime and no invocation.
    void begin_own_work() noexcept {
        if (count_ != 0) {
            source_->read(own_begin_);
        }
    }
    void end_own_work() noexcept {
        if (count_ == 0) {
            return;
        }
        CounterValues end{};
        source_->read(end);
        for (std::size_t i = 0; i < count_; ++i) {
            own_[i] += difference(end[i], own_begin_[i]);
        }
    }
    // Freezes the sums of nodes.
    void freeze() noexcept { frozen_ = true; }

    void begin(NodeCounters* node) const noexcept {
        if (node != nullptr) {
            node->begin = now_;
        }
    }
    // Ends the node's open invocation: adds its counts to the node and returns them. Valid until
    // the next call.
    const std::uint64_t* end(NodeCounters* node) noexcept {
        if (node == nullptr) {
            return nullptr;
        }
        for (std::size_t i = 0; i < count_; ++i) {
            counted_[i] = difference(now_[i], node->begin[i]);
            node->sum[i] += frozen_ ? 0 : counted_[i];
        }
        return counted_.data();
    }

private:
    // 0 if one of the two readings failed.
    static std::uint64_t difference(std::uint64_t end, std::uint64_t begin) noexcept {
        const std::uint64_t counted = end - begin;
        return static_cast<std::int64_t>(counted) < 0 ? 0 : counted;
    }

    const CounterSource* source_ = nullptr;
    std::size_t count_ = 0;
    bool frozen_ = false;
    CounterValues now_{}; // last reading, less the runtime's own work
    CounterValues own_{}; // counts of the runtime's own work
    CounterValues own_begin_{};
    CounterValues counted_{};
};

} // namespace proxima::detail
