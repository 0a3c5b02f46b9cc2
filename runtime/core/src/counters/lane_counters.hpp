// What the invocations of a lane count besides time.
#pragma once

#include "counters/counter_source.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace proxima::detail {

// Of a node.
struct NodeCounters {
    CounterValues begin{}; // of the open invocation
    CounterValues ended{}; // what it has counted, if it ended before those inside of it
    CounterValues sum{};   // of the invocations that have ended; of a folded node without those
                           // that are nested in them
};

// Its functions are of the thread that owns the lane; a node is null where nothing is counted.
class LaneCounters {
public:
    LaneCounters() = default; // none
    LaneCounters(const CounterSource* source, std::size_t count) noexcept
        : source_(source), count_(count) {}

    std::size_t count() const noexcept { return count_; }

    // Reads them; all that follow mean what was read last.
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
    // From now on the sums of nodes stay as they are; and no longer.
    void freeze(bool frozen) noexcept { frozen_ = frozen; }
    void begin(NodeCounters* node) const noexcept;
    // Notes what the open invocation has counted until now, though it stays on the path.
    void end_early(NodeCounters* node) const noexcept;
    // What the open invocation of `node` counts begins with what that of `before` has counted when
    // it ended early.
    void go_on(const NodeCounters* before, NodeCounters* node) const noexcept;
    // What the open invocation has counted, which ends now or has ended before; added to the sum of
    // the node. Holds until the next call.
    const std::uint64_t* end(NodeCounters* node, bool has_ended) noexcept;

    // Invocations of folded nodes, which are nested in each other: the innermost is the last.
    // One begins inside of `depth` others. Throws std::bad_alloc.
    void begin_folded(std::size_t depth);
    // Forgets all but the first `depth`.
    void keep_folded(std::size_t depth) noexcept;
    // The innermost ends; adds to the sum of the node what those that are nested in it have not.
    const std::uint64_t* end_folded(NodeCounters* node) noexcept;
    // In the child of a fork: all count from now on.
    void restart_folded() noexcept;

private:
    struct Folded {
        CounterValues begin;
        CounterValues inside; // of invocations of folded nodes directly below it
    };

    void read_all() noexcept;
    void leave_out_own_work() noexcept;

    const CounterSource* source_ = nullptr;
    std::size_t count_ = 0;
    bool frozen_ = false;
    CounterValues now_{}; // without what the runtime has counted itself
    CounterValues own_{};
    CounterValues own_begin_{};
    CounterValues counted_{};
    std::vector<Folded> folded_;
};

} // namespace proxima::detail
