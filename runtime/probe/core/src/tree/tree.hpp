// The call tree of one thread, a node for each call path, with its statistics and counters.
#pragma once

#include "registry/registry.hpp"
#include "tree/bins.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/column.hpp>
#include <proxima/format/statistics.hpp>

#include <deque>
#include <map>
#include <memory>
#include <memory_resource>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

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

// Calls of a node by how they are measured.
struct CallCounts {
    std::uint64_t timed = 0;
    std::uint64_t untimed = 0;
};

struct TreeNode : Node {
    const CallSiteInfo* where = nullptr;      // call site; null for the root
    CallSite call_site = 0;                   // its number
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
    bool is_due = false;                    // the open invocation is to be recorded by every:N
    bool is_long = false;                   // its ends are moments to decide about overhead=
    bool is_called = false;                 // since the last of these decisions
    CallCounts decided;                     // the calls until that
    BinKey open_bin = 0;                    // bin of the open invocation, if it is untimed
    format::TickStatistics statistics;      // invocations outside of bins
    Bins* bins = nullptr;                   // null: all invocations are recorded
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

    // True if invocations may go untimed: all of them take the slow path, which chooses.
    bool is_thinned() const noexcept { return load_shared(site) != call_site; }
    void thin(bool on) noexcept;
    // Chooses at the beginning of an invocation of a thinned node; true if it goes untimed. What
    // every:N records is timed, but no random sample; so is an invocation that may make measured
    // calls, or that somebody watches.
    [[gnu::always_inline]] bool begins_untimed(std::uint64_t first_word) noexcept {
        is_due = bins->is_due();
        open_bin = bin_key(first_word, nullptr);
        Bin* const bin = bins->find(open_bin);
        return !is_due && first_child == nullptr && where->is_plain() && bin != nullptr &&
               bins->passes(bin->untimed);
    }
    // Completes an untimed invocation.
    void count_untimed() noexcept { bins->find(open_bin)->untimed.count(); }
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
    Bins& add_bins(const Sampling& sampling, std::uint64_t seed) {
        return bins_.emplace_back(sampling, seed, memory_);
    }
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
    // One after another: a heap that the application has filled takes longer, and more pages.
    std::pmr::monotonic_buffer_resource memory_;
    std::pmr::deque<TreeNode> nodes_{&memory_};
    std::pmr::deque<Bins> bins_{&memory_};
    std::vector<TreeNode*> by_id_;
    // By parent, call site, and whether it is inherited.
    std::map<std::tuple<const TreeNode*, CallSite, bool>, TreeNode*> stand_ins_;
};

} // namespace proxima::detail
