// Adds a batch of invocations to the statistics of their bins, all of them, and chooses those that
// are recorded.
#pragma once

#include "encoding/node_order.hpp"
#include "tree/tree.hpp"

#include <proxima/lane.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace proxima::detail {

class Sampler {
public:
    explicit Sampler(std::uint64_t seed) noexcept : seed_(seed) {}

    // Makes the choices differ from those of other lanes.
    void differ_by(std::uint64_t number) noexcept { seed_ += number << 32U; }

    // Makes room for a node that is new and has its bins.
    void prepare(const TreeNode& node);

    // Takes the first `count` invocations of the columns. Throws std::bad_alloc.
    void take(const Lane& lane, Tree& tree, std::uint64_t count, bool communicated);

    // How many of them were chosen, and whether some of these have places in a reservoir.
    std::uint64_t chosen() const noexcept { return chosen_; }
    bool placed() const noexcept { return placed_; }
    // For each that was chosen its place, from 1, or 0. A place belongs to the last that got it.
    const std::uint64_t* places() const noexcept { return places_.data() + 1; }
    // Copies those that were chosen to the beginning of the columns of `to`.
    void copy(const Lane& from, Tree& tree, Lane& to) const noexcept;

    struct Added {
        TreeNode* node;
        BinKey bin;
    };
    // The bins that the batch has added to, each once.
    const std::vector<Added>& added() const noexcept { return added_; }

private:
    // So many share a look at whether they belong together.
    static constexpr std::size_t run_length = 256;

    struct Run {
        std::uint64_t begin; // in the columns
        std::uint64_t count;
    };

    bool take_run(const Lane& lane, TreeNode& node, const Run& run);
    void take_singly(const Lane& lane, Tree& tree, const Run& run);
    void sum_up(TreeNode& node, const NodeColumns& columns);
    bool sum_up_run(TreeNode& node, const NodeColumns& columns, const Run& run);
    void sum_up_singly(TreeNode& node, const NodeColumns& columns, const Run& run);
    Bin& bin_of(TreeNode& node, BinKey key);
    void start_reservoir(const TreeNode& node, const Recording& recording, Bin& bin) noexcept;
    // `before`: invocations of the bin before the run.
    void choose(Bins& bins, Bin& bin, std::uint64_t before, const Run& run,
                std::uint32_t more_words) noexcept;
    void add_chosen(std::uint64_t index, std::uint64_t more, std::uint64_t place) noexcept;

    std::uint64_t seed_;
    bool chooses_ = false; // from the invocations of any node
    NodeOrder order_;
    std::uint64_t batch_ = 0;
    std::uint64_t next_place_ = 1;
    std::uint64_t more_ = 0; // words beyond the first, of the invocations before the run
    std::uint64_t chosen_ = 0;
    bool placed_ = false;
    std::vector<Added> added_;
    std::array<std::uint32_t, lane_capacity> indexes_;
    std::array<std::uint32_t, lane_capacity> more_words_; // where those of each begin
    std::array<std::uint64_t, lane_capacity + 1> places_;
    std::array<unsigned char, stream_capacity(run_length)> scratch_;
};

} // namespace proxima::detail
