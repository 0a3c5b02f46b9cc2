// Encodes the columns of a thread buffer as a block (FORMAT.md, type 4), and adds them to the
// statistics of their nodes.
#pragma once

#include "buffer/node_order.hpp"
#include "clock/clock.hpp"
#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/stream_encoder.hpp>

#include <array>
#include <cstdint>
#include <memory>

namespace proxima::detail {

class Encoder {
public:
    // At worst each invocation has a node of its own, and a tag in each stream.
    static constexpr std::size_t most_block_bytes =
        64 + 5 * format::stream_capacity(buffer_capacity) + 3 * buffer_capacity +
        format::stream_capacity(buffer_more_words) + buffer_more_words;

    // Sets the time from which the end of the next invocation counts.
    void begin(std::uint64_t thread_time) noexcept { base_ = thread_time; }

    struct Batch {
        std::uint64_t count; // the first invocations of the columns, at least one
        std::uint64_t block; // number of the block
        bool communicated;   // some invocations have communicated
        bool counted;        // the statistics contain them already
    };

    // Writes the block's payload to `to`, and returns its end.
    unsigned char* encode(ThreadBuffer& buffer, Tree& tree, const Clock& clock, const Batch& batch,
                          unsigned char* to);

private:
    using Column =
        std::array<std::uint64_t, buffer_capacity + 1>; // [0]: the value before the first

    unsigned char* encode_node(const ThreadBuffer& buffer, TreeNode& node,
                               const NodeColumns& columns, bool counted, unsigned char* to);
    unsigned char* put_words(const ThreadBuffer& buffer, const TreeNode& node,
                             const NodeColumns& columns, unsigned char* to);

    std::uint64_t base_ = 0;  // the end of the last invocation, thread time
    std::uint64_t words_ = 0; // words of the block's parameters
    NodeOrder order_;
    std::unique_ptr<Column> values_ = std::make_unique<Column>(); // values of one parameter
};

} // namespace proxima::detail
