// What the invocations of a thread count besides time.
#pragma once

#include <proxima/detail/counter_source.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

// Of a node.
struct NodeCounters {
    CounterValues begin{}; // of the open invocation
    CounterValues sum{};   // of the invocations that have ended
};

// Its functions are of the thread whose counters they are; a node is null where nothing is counted.
class ThreadCounters {
public:
    ThreadCounters() = default; // none
    ThreadCounters(const CounterSource* source, std::size_t count) noexcept
        : source_(source), count_(count) {}

    std::size_t count() const noexcept { return count_; }

    // Reads them; begin() and end() mean what was read last.
    void read() noexcept {
        if (count_ != 0) {
            read_all();
        }
    }
    // What is counted between these two is the runtime's own, and no invocation's.
    void begin_own_work() noexcept {
        if (count_ != 0) {
            source_->read(own_begin_);
        }
    }
    void end_own_work() noexcept {
        if (count_ != 0) {
            leave_out_own_work();
        }
    }
    // From now on the sums of nodes stay as they are.
    void freeze() noexcept { frozen_ = true; }

    void begin(NodeCounters* node) const noexcept;
    // What the open invocation has counted, which ends now; added to the sum of the node. Holds
    // until the next call.
    const std::uint64_t* end(NodeCounters* node) noexcept;

private:
    void read_all() noexcept;
    void leave_out_own_work() noexcept;

    const CounterSource* source_ = nullptr;
    std::size_t count_ = 0;
    bool frozen_ = false;
    CounterValues now_{}; // without what the runtime has counted itself
    CounterValues own_{};
    CounterValues own_begin_{};
    CounterValues counted_{};
};

} // namespace proxima::detail
