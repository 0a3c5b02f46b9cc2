#include "buffer/node_order.hpp"

#include <algorithm>

namespace proxima::detail {

void NodeOrder::sort(ThreadBuffer& buffer, Tree& tree, std::size_t count, bool communicated,
                     bool with_indexes) {
    groups_.clear();
    if (format::kernels().all_equal(buffer.node + 1, count)) {
        take_one_node(buffer, tree.node(buffer.node[1]), count, communicated);
        return;
    }
    if (columns_ == nullptr) {
        columns_ = std::make_unique<Columns>();
        nodes_.reserve(buffer_capacity);
        groups_.reserve(buffer_capacity);
    }
    positions_.resize(tree.size());
    sort_nodes(buffer, count);
    if (communicated) {
        sort_communication(buffer, count);
    }
    if (with_indexes) {
        sort_indexes(buffer, count);
    }
    if (__atomic_load_n(&buffer.counters.more_words, __ATOMIC_RELAXED) != 0) {
        sort_further_words(buffer, tree, count);
    }
    clear_positions();
}

// Takes the usual batch, which has one node: a loop.
void NodeOrder::take_one_node(ThreadBuffer& buffer, const TreeNode& node, std::size_t count,
                              bool communicated) {
    NodeColumns columns{node.id,
                        static_cast<std::uint32_t>(count),
                        nullptr,
                        nullptr,
                        communicated ? buffer.communication : nullptr,
                        buffer.first_word,
                        nullptr};
    if (node.words > 1) {
        if (columns_ == nullptr) {
            columns_ = std::make_unique<Columns>();
        }
        for (std::size_t i = 1; i <= count; ++i) {
            columns_->more_words[i] = (i - 1) * (node.words - 1) + 1;
        }
        columns.more_words = columns_->more_words.data();
    }
    groups_.push_back(columns);
}

void NodeOrder::count_nodes(const ThreadBuffer& buffer, std::size_t count) {
    nodes_.clear();
    for (std::size_t i = 1; i <= count; ++i) {
        std::uint32_t& seen = positions_[buffer.node[i]];
        if (seen++ == 0) {
            nodes_.push_back(static_cast<std::uint32_t>(buffer.node[i]));
        }
    }
    std::sort(nodes_.begin(), nodes_.end());
}

void NodeOrder::sort_nodes(const ThreadBuffer& buffer, std::size_t count) {
    count_nodes(buffer, count);
    Columns& to = *columns_;
    std::size_t begin = 0;
    for (const std::uint32_t node : nodes_) {
        groups_.push_back({node, positions_[node], nullptr, to.duration.data() + begin, nullptr,
                           to.first_word.data() + begin, to.more_words.data() + begin});
        begin += positions_[node];
    }
    begin_groups();
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint32_t place = positions_[buffer.node[i]]++;
        to.duration[place] = buffer.end[i] - buffer.start[i];
        to.first_word[place] = buffer.first_word[i];
    }
}

void NodeOrder::begin_groups() noexcept {
    for (const NodeColumns& group : groups_) {
        positions_[group.node] =
            static_cast<std::uint32_t>(group.duration - columns_->duration.data()) + 1;
    }
}

void NodeOrder::clear_positions() noexcept {
    for (const NodeColumns& group : groups_) {
        positions_[group.node] = 0;
    }
}

void NodeOrder::sort_communication(const ThreadBuffer& buffer, std::size_t count) {
    begin_groups();
    for (NodeColumns& group : groups_) {
        group.communication = columns_->communication.data() + positions_[group.node] - 1;
    }
    for (std::size_t i = 1; i <= count; ++i) {
        columns_->communication[positions_[buffer.node[i]]++] = buffer.communication[i];
    }
}

void NodeOrder::sort_indexes(const ThreadBuffer& buffer, std::size_t count) {
    begin_groups();
    for (NodeColumns& group : groups_) {
        group.index = columns_->index.data() + positions_[group.node] - 1;
    }
    for (std::size_t i = 1; i <= count; ++i) {
        columns_->index[positions_[buffer.node[i]]++] = i;
    }
}

void NodeOrder::sort_further_words(const ThreadBuffer& buffer, Tree& tree, std::size_t count) {
    begin_groups();
    std::uint64_t more_words = 1;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint64_t node = buffer.node[i];
        columns_->more_words[positions_[node]++] = more_words;
        more_words += tree.node(node).words_beyond_first();
    }
}

} // namespace proxima::detail
