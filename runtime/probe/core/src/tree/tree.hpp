// The call tree of one thread, a node for each call path, with its statistics and counters.
#pragma once

#include "registry/registry.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/column.hpp>
#include <proxima/format/statistics.hpp>
#include <proxima/format/thread_buffer.hpp>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

using format::BinKey;

struct Bin {
    BinKey key = 0;
    format::TickStatistics statistics;
    std::uint64_t batch = 0;                  // last batch that changed it
    format::StatisticsEntry* entry = nullptr; // its entry in the buffer file; null: unpublished
};

// The statistics of a node by bin of the first parameter. They cover all invocations.
class Bins {
public:
    static constexpr std::size_t most = 64; // further values share the bin other_values

    explicit Bins(const Sampling& sampling) noexcept : sampling_(sampling) {}

    const Sampling& sampling() const noexcept { return sampling_; }
    void sample(const Sampling& sampling) noexcept {
        sampling_ = sampling;
        pass_over = 0;
    }
    // Returns null if there is no such bin. Valid until add().
    Bin* find(BinKey key) noexcept {
        const std::uint8_t position = positions_[static_cast<std::uint8_t>(key)];
        return position == 0 ? nullptr : &bins_[position - 1U];
    }
    // Adds a bin that find() does not find. Returns the bin of other_values if there are too many.
    // Throws std::bad_alloc.
    Bin& add(BinKey key);

    const std::vector<Bin>& all() const noexcept { return bins_; }

    std::uint64_t pass_over = 0; // invocations before the next recorded one, with every:N

private:
    Sampling sampling_;
    std::array<std::uint8_t, 256> positions_{}; // index in bins_, from 1; 0: no bin
    std::vector<Bin> bins_;
};

// Counters of a node of the call tree.
struct NodeCounters {
    CounterValues begin{}; // values when the open invocation began
    CounterValues sum{};   // counts of completed invocations
};

// The cost of reading the counters of one call, calibrated at the start of the run. At most this
// is taken out of a call: what else happens while the counters are read, such as preemption, would
// have happened without them.
struct CounterCost {
    std::uint64_t read_ticks = 0; // one reading of all counters
    CounterValues inside{};       // counts that an empty call has
    CounterValues outside{};      // counts that it adds to its caller's, besides
};

// Reads the counters of its thread, which alone calls it. A node is null if nothing is counted.
class ThreadCounters {
public:
    ThreadCounters() = default; // reads no counters
    // `cost` outlives the object.
    ThreadCounters(const CounterSource* source, std::size_t count, const CounterCost& cost) noexcept
        : source_(source), count_(count), cost_(&cost) {}

    std::size_t count() const noexcept { return count_; }
    std::uint64_t read_ticks() const noexcept { return cost_->read_ticks; }

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
    // Counts between begin_own_work() and end_own_work() belong to the runtime, not to an
    // invocation.
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
    // Stops adding to the sums of nodes.
    void freeze() noexcept { frozen_ = true; }

    void begin(NodeCounters* node) noexcept {
        if (node != nullptr) {
            node->begin = now_;
            take_out(cost_->inside);
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
        take_out(cost_->outside);
        return counted_.data();
    }

private:
    void take_out(const CounterValues& cost) noexcept {
        for (std::size_t i = 0; i < count_; ++i) {
            own_[i] += cost[i];
        }
    }
    // Returns 0 if one of the two readings failed, or less was counted than the calibrated cost.
    static std::uint64_t difference(std::uint64_t end, std::uint64_t begin) noexcept {
        const std::uint64_t counted = end - begin;
        return static_cast<std::int64_t>(counted) < 0 ? 0 : counted;
    }

    const CounterSource* source_ = nullptr;
    std::size_t count_ = 0;
    const CounterCost* cost_ = nullptr;
    bool frozen_ = false;
    CounterValues now_{}; // last reading, less the runtime's own work
    CounterValues own_{}; // counts of the runtime's own work
    CounterValues own_begin_{};
    CounterValues counted_{};
};

struct TreeNode : Node {
    const CallSiteInfo* where = nullptr;      // call site; null for the root
    const ThreadRecorder* recorder = nullptr; // recorder of its thread; null after a fork
    std::uint32_t depth = 0;                  // 0 for the root
    std::uint32_t words = 0;                  // words of the parameters, then of the counters
    std::uint32_t parameters = 0;             // words of the parameters
    bool may_miss = false;                    // the last of these tells which values are missing
    bool is_stand_in = false;       // of a call that is open on another thread: has no invocations
    const Node* original = nullptr; // the call that it stands for
    bool is_inherited = false; // a stand-in of the call that created the thread, while that is open
    std::uint64_t ends = 0;    // invocations that were left the slow way
    bool is_over = false;      // the open invocation has ended with the run
    bool ends_with_inner = false;           // the open region was left while methods inside it ran
    bool left_elsewhere = false;            // the open invocation was left on another thread
    format::TickStatistics statistics;      // invocations outside of bins
    std::unique_ptr<Bins> bins;             // null: all invocations are recorded
    std::unique_ptr<NodeCounters> counters; // null: no counters are read
    std::unique_ptr<format::Distribution> values; // null: not an event
    std::uint64_t ended_mpi_calls = 0; // MPI calls of completed invocations, callees excluded
    std::uint64_t open_mpi_calls = 0;  // MPI calls of the invocation open at the end of the run

    TreeNode* first_child = nullptr;
    TreeNode* sibling = nullptr;
    std::unique_ptr<std::unordered_map<CallSite, TreeNode*>> index; // index of many children
    std::uint32_t children = 0;

    format::TickStatistics total() const noexcept;
    // Threads that the invocation has created read it.
    void count_end() noexcept { __atomic_store_n(&ends, ends + 1, __ATOMIC_RELEASE); }
    // The bin of an invocation with this first word. `further` has its other words if values may be
    // missing.
    BinKey bin_key(std::uint64_t first_word, const std::uint64_t* further) const noexcept {
        if (parameters == 0) {
            return 0;
        }
        return may_miss && (further[parameters - 2] & 1U) != 0
                   ? format::other_values
                   : format::bin_of(where->method->words[0], first_word);
    }
    std::uint32_t words_beyond_first() const noexcept { return words > 1 ? words - 1 : 0; }
};

// The node of a missing child, and of invocations that are not measured. It has no call site and
// no buffer.
extern Node nowhere;

// Nodes never move and are never destroyed before the tree.
class Tree {
public:
    // `buffer`: null if invocations must not take the short path.
    Tree(const ThreadRecorder* recorder, ThreadBuffer* buffer);

    ThreadBuffer* buffer() const noexcept { return buffer_; }
    TreeNode& root() noexcept { return nodes_.front(); }
    const TreeNode& root() const noexcept { return nodes_.front(); }
    TreeNode& node(std::size_t id) noexcept { return *by_id_[id]; }
    std::size_t size() const noexcept { return by_id_.size(); }

    // Return null if there is no such child, or stand-in.
    static TreeNode* find_child(const TreeNode& parent, CallSite site) noexcept;
    TreeNode* find_stand_in(const TreeNode& parent, CallSite site,
                            bool is_inherited) const noexcept;
    // Two steps, so that a lack of memory leaves no incomplete node: link(), which needs no memory,
    // makes it visible.
    TreeNode& make_child(TreeNode& parent, CallSite site, const CallSiteInfo& where);
    TreeNode& make_stand_in(TreeNode& parent, CallSite site, const CallSiteInfo& where,
                            bool is_inherited);
    void link(TreeNode& child) noexcept;
    // Removes the last node, which must not be linked.
    void drop_last() noexcept;

    // Expects `child` after the child that `parent` left last. Never expects safe points, disabled
    // methods and calls below an inherited stand-in, because they need the slow path.
    static void expect(Node& parent, TreeNode& child) noexcept;

    // Sends calls the slow way where their call site is off or watched. Call it with the mutex of
    // the recorder held; calls on the thread follow soon.
    void follow_switches() noexcept;

    // Detaches the tree from its thread, in the child of a fork.
    void disown() noexcept;

private:
    TreeNode& make_node(TreeNode& parent, CallSite site, const CallSiteInfo& where);

    const ThreadRecorder* recorder_;
    ThreadBuffer* buffer_;
    std::deque<TreeNode> nodes_;
    std::vector<TreeNode*> by_id_;
    // By parent, call site, and whether it is inherited.
    std::map<std::tuple<const TreeNode*, CallSite, bool>, TreeNode*> stand_ins_;
};

} // namespace proxima::detail
