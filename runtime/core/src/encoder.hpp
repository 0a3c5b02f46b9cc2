// Turns the columns of a lane into a block (FORMAT.md, type 4), and adds them to the statistics of
// their nodes.
#pragma once

#include "clock.hpp"
#include "kernels.hpp"
#include "tree.hpp"

#include <proxima/lane.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace proxima::detail {

class Encoder {
public:
    static constexpr std::size_t most_words = 1024; // of one invocation
    static constexpr std::size_t most_block_bytes = 64 + 5 * stream_capacity(lane_capacity) +
                                                    lane_more_words * 8 + lane_more_words / 64 +
                                                    most_words * 11;

    // Where the time of the lane's next invocation counts from.
    void begin(std::uint64_t thread_time) noexcept { base_ = thread_time; }

    struct Batch {
        std::uint64_t count; // invocations, at least one: the first of the columns
        std::uint64_t block; // the number that the block gets
        bool communicated;   // whether any of them has
    };

    // Writes the block's payload to `to`, and returns its end.
    unsigned char* encode(Lane& lane, Tree& tree, const Clock& clock, const Batch& batch,
                          unsigned char* to);

    // Only adds to the statistics. Overwrites `scratch`, of most_block_bytes.
    static void summarize(const Lane& lane, Tree& tree, std::uint64_t count,
                          unsigned char* scratch);

    // Makes room for the parameters of a node that is new.
    void prepare(const TreeNode& node);

private:
    using Column = std::array<std::uint64_t, lane_capacity + 1>; // [0]: before the first value

    // Parameters at the same position of their invocations, coded.
    struct Position {
        std::unique_ptr<Column> values = std::make_unique<Column>();
        std::uint64_t* end = values->data() + 1;
    };

    // What it takes if all invocations are of one node, as in a loop.
    unsigned char* encode_one_node(Lane& lane, TreeNode& node, const Batch& batch,
                                   unsigned char* to);
    unsigned char* encode_mixed(Lane& lane, Tree& tree, const Batch& batch, unsigned char* to);
    void combine_parameters(TreeNode& node, std::uint64_t block, std::uint64_t first,
                            const std::uint64_t* more);

    std::uint64_t base_ = 0;  // the end of the last invocation, thread time
    std::uint64_t words_ = 0; // of the block's parameters
    std::vector<Position> positions_;
    std::unique_ptr<Column> durations_ = std::make_unique<Column>();
};

} // namespace proxima::detail
