// Groups the invocations of a batch by node, so that each node is summed up and encoded at once.
#pragma once

#include "tree/tree.hpp"

#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/stream_encoder.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace proxima::detail {

// Columns with the `count` invocations of a node, from element 1 on. Element 0 may be overwritten.
struct NodeColumns {
    std::uint32_t node;
    std::uint32_t count;
    const std::uint64_t* index;         // indexes in the buffer; null: the same as here
    const std::uint64_t* duration;      // null: computed from the buffer's ends and starts
    const std::uint64_t* communication; // null: no invocation has communicated
    std::uint64_t* first_word;
    const std::uint64_t* more_words; // index of each invocation's further words in the buffer
};

// Writes `count` durations from element `begin` on as a stream, and returns its end.
inline unsigned char* put_durations(const ThreadBuffer& buffer, const NodeColumns& columns,
                                    std::size_t begin, std::size_t count, unsigned char* to,
                                    format::DurationSummary& summary) noexcept {
    return columns.duration == nullptr
               ? format::kernels().durations(to, buffer.end + begin, buffer.start + begin, count,
                                             summary)
               : format::kernels().summed(to, columns.duration + begin, count, summary);
}

// The statistics of these durations.
inline format::TickStatistics statistics_of(const format::DurationSummary& summary,
                                            const NodeColumns& columns, std::size_t begin,
                                            std::size_t count) noexcept {
    format::Sums more{count,
                      summary.sum,
                      summary.squares_low,
                      summary.squares_high,
                      summary.minimum,
                      summary.maximum,
                      0};
    for (std::size_t i = begin; columns.communication != nullptr && i < begin + count; ++i) {
        more.communication += columns.communication[i];
    }
    return format::statistics_of(more);
}

class NodeOrder {
public:
    // Moves nothing if all invocations have one node. Throws only std::bad_alloc.
    void sort(ThreadBuffer& buffer, Tree& tree, std::size_t count, bool communicated,
              bool with_indexes = false);

    // The groups, sorted by node number. Valid until the next sort(). Writing element 0 of a group
    // invalidates the group before it.
    const std::vector<NodeColumns>& groups() const noexcept { return groups_; }

private:
    using Column = std::array<std::uint64_t, buffer_capacity + 1>;

    struct Columns {
        Column duration;
        Column communication;
        Column first_word;
        Column more_words;
        Column index;
    };

    void take_one_node(ThreadBuffer& buffer, const TreeNode& node, std::size_t count,
                       bool communicated);
    void sort_nodes(const ThreadBuffer& buffer, std::size_t count);
    void count_nodes(const ThreadBuffer& buffer, std::size_t count);
    void begin_groups() noexcept;
    void clear_positions() noexcept;
    void sort_communication(const ThreadBuffer& buffer, std::size_t count);
    void sort_indexes(const ThreadBuffer& buffer, std::size_t count);
    void sort_further_words(const ThreadBuffer& buffer, Tree& tree, std::size_t count);

    std::unique_ptr<Columns> columns_;
    std::vector<std::uint32_t> positions_; // count of each node, then its next index
    std::vector<std::uint32_t> nodes_;     // nodes that occur
    std::vector<NodeColumns> groups_;
};

} // namespace proxima::detail
