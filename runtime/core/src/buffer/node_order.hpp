// The invocations of a batch in order of their nodes: what belongs to one node is summed up and
// encoded in one go.
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

// Columns of as many invocations as `count` says, from element 1 on. Element 0 may be overwritten.
struct NodeColumns {
    std::uint32_t node;
    std::size_t count;
    const std::uint64_t* duration;
    const std::uint64_t* communication; // null: none has communicated
    std::uint64_t* first_word;
    const std::uint64_t* more_words; // where each invocation's further words begin in the buffer
};

class NodeOrder {
public:
    // Makes room for one more node, so that sorting takes no memory but the first time.
    void prepare(const TreeNode& node);

    // Sorts, in time that grows with `count` and with the logarithm of the nodes in it. Throws
    // nothing but std::bad_alloc.
    void sort(const ThreadBuffer& buffer, Tree& tree, std::size_t count, bool communicated);

    // Those of each node that occurs, by number, in the order of their invocations. They hold until
    // the next sort, and each until the element 0 of the one after it is overwritten.
    const std::vector<NodeColumns>& groups() const noexcept { return groups_; }

private:
    using Column = std::array<std::uint64_t, buffer_capacity + 1>;

    struct Columns {
        Column duration;
        Column communication;
        Column first_word;
        Column more_words;
    };

    void sort(const ThreadBuffer& buffer, std::size_t count);
    void count_nodes(const ThreadBuffer& buffer, std::size_t count);
    void add_group(std::uint32_t node, std::size_t begin, std::size_t count);
    void begin_groups() noexcept;
    void forget_places() noexcept;
    void sort_communication(const ThreadBuffer& buffer, std::size_t count);
    void sort_further_words(const ThreadBuffer& buffer, Tree& tree, std::size_t count);

    std::unique_ptr<Columns> columns_;
    std::vector<std::uint32_t> places_; // of each node: invocations, then where the next one goes
    std::vector<std::uint32_t> nodes_;  // that occur
    std::vector<NodeColumns> groups_;
};

} // namespace proxima::detail
