// The calls of one thread: a node for each distinct path of calls.
#pragma once

#include "counters/thread_counters.hpp"
#include "registry/registry.hpp"

#include <proxima/detail/event_values.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/bins.hpp>
#include <proxima/format/statistics.hpp>

#include <array>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace proxima::detail {

using format::BinKey;

struct Bin {
    BinKey key = 0;
    format::Statistics statistics;
    std::uint64_t batch = 0; // the last that has added to it
    std::uint32_t entry = 0; // among the published ones, from 1
};

// The statistics of a node by the bin of the first parameter. Exact, whatever is recorded.
class Bins {
public:
    static constexpr std::size_t most = 64; // further ones are taken together as other_values

    explicit Bins(const Sampling& sampling) noexcept : sampling_(sampling) {}

    const Sampling& sampling() const noexcept { return sampling_; }
    // Null if there is none yet. Valid until one is added.
    Bin* find(BinKey key) noexcept {
        const std::uint8_t position = positions_[static_cast<std::uint8_t>(key)];
        return position == 0 ? nullptr : &bins_[position - 1U];
    }
    // One that find() does not find; may be that of other_values, which is there already. Throws
    // std::bad_alloc.
    Bin& add(BinKey key);

    const std::vector<Bin>& all() const noexcept { return bins_; }

    std::uint64_t pass_over = 0; // before the next that is recorded, of those at intervals

private:
    Sampling sampling_;
    std::array<std::uint8_t, 256> positions_{}; // in bins_, from 1
    std::vector<Bin> bins_;
};

struct TreeNode : Node {
    const SiteInfo* where = nullptr;          // null: the root
    const ThreadRecorder* recorder = nullptr; // whose thread it is of; null: of none any longer
    std::uint32_t depth = 0;                  // of the root: 0
    std::uint32_t words = 0;       // of the method's parameters, and of counters behind them
    std::uint32_t parameters = 0;  // words of these alone
    bool is_over = false;          // the open invocation has ended with the run
    bool ends_with_inner = false;  // the open region was left while methods inside it ran
    bool left_elsewhere = false;   // the open invocation was left on another thread
    format::Statistics statistics; // of those that are not in bins
    std::unique_ptr<Bins> bins;    // null: all invocations are recorded
    std::unique_ptr<NodeCounters> counters; // null: none are read
    std::unique_ptr<EventValues> values;    // null: of no event
    std::uint64_t ended_mpi_calls = 0; // of the invocations that have ended, made by themselves
    std::uint64_t open_mpi_calls = 0;  // of the one that was open when the run ended

    TreeNode* first_child = nullptr;
    TreeNode* sibling = nullptr;
    std::unique_ptr<std::unordered_map<Site, TreeNode*>> index; // of the children, when many
    std::uint32_t children = 0;

    format::Statistics total() const noexcept;
    // Of an invocation, by the first word of its parameters.
    BinKey bin_key(std::uint64_t first_word) const noexcept {
        return parameters == 0 ? BinKey{0} : format::bin_of(where->method->words[0], first_word);
    }
    std::uint32_t words_beyond_first() const noexcept { return words > 1 ? words - 1 : 0; }
};

// What stands where no child is yet, and where no invocation is measured: it is at no site, expects
// itself, and has no buffer.
extern Node nowhere;

// Nodes never move and are never destroyed before the tree.
class Tree {
public:
    // `buffer` is where invocations are left to the short way; null if they may not.
    Tree(const ThreadRecorder* recorder, ThreadBuffer* buffer);

    ThreadBuffer* buffer() const noexcept { return buffer_; }
    TreeNode& root() noexcept { return nodes_.front(); }
    const TreeNode& root() const noexcept { return nodes_.front(); }
    TreeNode& node(std::size_t id) noexcept { return *by_id_[id]; }
    std::size_t size() const noexcept { return by_id_.size(); }

    // Null if the path has not been taken yet.
    static TreeNode* find_child(const TreeNode& parent, Site site) noexcept;
    // In two steps, so that nobody finds a node that is not complete for want of memory: a new one
    // is a child of its parent only when it has been linked, which takes no memory.
    TreeNode& make_child(TreeNode& parent, Site site, const SiteInfo& where);
    static void link(TreeNode& child) noexcept;
    // Takes back the node that was made last, and has not been linked.
    void drop_last() noexcept;

    // Makes `child` the one that is expected after the child that `parent` was left from last; not
    // a safe point, which is to be entered the slow way.
    static void expect(Node& parent, TreeNode& child) noexcept;

    // The thread whose it was goes on without it (in the child of a fork): open nodes are left to
    // nobody.
    void disown() noexcept;

private:
    const ThreadRecorder* recorder_;
    ThreadBuffer* buffer_;
    std::deque<TreeNode> nodes_;
    std::vector<TreeNode*> by_id_;
};

} // namespace proxima::detail
