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
    explicit Sampler(const Configuration& configuration);

    // Prepares for a configuration that has changed. Throws std::bad_alloc.
    void prepare(const Configuration& configuration);

    // Adds the first `count` invocations of the columns. Throws std::bad_alloc.
    void take(ThreadBuffer& buffer, Tree& tree, std::uint64_t count, bool communicated);

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
    std::unique_ptr<ThreadBuffer> columns_; // null: all are chosen
};

} // namespace proxima::detail
