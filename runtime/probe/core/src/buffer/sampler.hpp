// Adds all invocations of a batch to the statistics of their bins, and chooses those to record.
#pragma once

#include "buffer/node_order.hpp"
#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/stream_encoder.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace proxima::detail {

class Sampler {
public:
    // Shorter calls may go untimed: reading the clock costs longer ones less than 2 %.
    static constexpr double short_call = 1e-6; // seconds
    // The same for methods that cost too much of overhead=.
    static constexpr double lowered_call = 20e-6;

    Sampler(const Configuration& configuration, double ticks_per_second);

    // Prepares for a configuration that has changed. Throws std::bad_alloc.
    void prepare(const Configuration& configuration);

    // Adds the first `count` invocations of the columns, and the untimed ones since the last batch,
    // whose number it returns. Throws std::bad_alloc.
    std::uint64_t take(ThreadBuffer& buffer, Tree& tree, std::uint64_t count, bool communicated);

    // Chooses an invocation of a thinned node, by its index in the columns, for the next take().
    void choose(std::uint64_t index) noexcept { is_due_[index] = true; }

    // The number of invocations to record.
    std::uint64_t chosen() const noexcept { return chosen_; }
    // Columns with the chosen invocations only, valid until the next take(). Returns `buffer`
    // itself if all are chosen.
    ThreadBuffer& columns_of_chosen(ThreadBuffer& buffer, Tree& tree,
                                    std::uint64_t count) const noexcept;

    struct Added {
        TreeNode* node;
        BinKey bin;
    };
    // The bins that the batch has changed, each once.
    const std::vector<Added>& added() const noexcept { return added_; }

private:
    // Number of invocations that are tested at once for a common bin.
    static constexpr std::size_t run_length = 256;

    struct Run {
        std::size_t begin; // index in the columns of the node
        std::size_t count;
    };

    void take_node(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns);
    void take_run(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns,
                  const Run& run);
    // Takes the invocations of a thinned node one by one: some are random samples.
    void take_thinned(const ThreadBuffer& buffer, TreeNode& node, const NodeColumns& columns);
    std::uint64_t include_untimed() noexcept;
    void see_preemption() noexcept;
    void add(Bin& bin, const format::TickStatistics& more) const noexcept;
    void record(const TreeNode& node, const NodeColumns& columns, std::size_t i) noexcept;
    Bin& bin_of(TreeNode& node, std::uint64_t first_word, const std::uint64_t* further);
    // Chooses invocations of a run; the bin has had `before` invocations before it.
    void choose(TreeNode& node, const NodeColumns& columns, std::uint64_t before,
                const Run& run) noexcept;

    bool chooses_ = false; // some invocations are recorded
    NodeOrder order_;
    std::uint64_t batch_ = 0;
    std::uint64_t chosen_ = 0;
    std::vector<Added> added_;
    // The index of each chosen invocation's further words; 0 for those not chosen.
    std::array<std::uint32_t, buffer_capacity + 1> further_words_;
    std::array<unsigned char, format::stream_capacity(run_length)> scratch_;
    std::unique_ptr<ThreadBuffer> columns_;          // null: all are chosen
    std::array<bool, buffer_capacity + 1> is_due_{}; // by index in the columns
    double preempted_ticks_;                         // a longer short call may have been preempted
    long preemptions_ = 0;                           // of the thread until the last batch
    bool was_preempted_ = false;                     // in this batch
};

} // namespace proxima::detail
