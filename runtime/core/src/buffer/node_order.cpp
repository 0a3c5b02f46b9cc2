#include "buffer/node_order.hpp"

#include <algorithm>

namespace proxima::detail {

void NodeOrder::prepare(const TreeNode& node) {
    places_.resize(std::max<std::size_t>(places_.size(), node.id + std::size_t{1}));
}

void NodeOrder::add_group(std::uint32_t node, std::size_t begin, std::size_t count) {
    Columns& to = *columns_;
    groups_.push_back({node, count, to.duration.data() + begin, nullptr,
                       to.first_word.data() + begin, to.more_words.data() + begin});
}

void NodeOrder::forget_places() noexcept {
    for (const NodeColumns& group : groups_) {
        places_[group.node] = 0;
    }
}

void NodeOrder::count_nodes(const ThreadBuffer& buffer, std::size_t count) {
    nodes_.clear();
    for (std::size_t i = 1; i <= count; ++i) {
        std::uint32_t& seen = places_[buffer.node[i]];
        if (seen++ == 0) {
            nodes_.push_back(static_cast<std::uint32_t>(buffer.node[i]));
        }
    }
    std::sort(nodes_.begin(), nodes_.end());
}

void NodeOrder::sort(const ThreadBuffer& buffer, std::size_t count) {
    count_nodes(buffer, count);
    groups_.clear();
    std::size_t begin = 0;
    for (const std::uint32_t node : nodes_) {
        add_group(node, begin, places_[node]);
        begin += places_[node];
    }
    begin_groups();
    Columns& to = *columns_;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint32_t place = places_[buffer.node[i]]++;
        to.duration[place] = buffer.end[i] - buffer.start[i];
        to.first_word[place] = buffer.first_word[i];
    }
}

void NodeOrder::begin_groups() noexcept {
    for (const NodeColumns& group : groups_) {
        places_[group.node] =
            static_cast<std::uint32_t>(group.duration - columns_->duration.data()) + 1;
    }
}

void NodeOrder::sort(const ThreadBuffer& buffer, Tree& tree, std::size_t count, bool communicated) {
    if (columns_ == nullptr) {
        columns_ = std::make_unique<Columns>();
        nodes_.reserve(buffer_capacity);
        groups_.reserve(buffer_capacity);
    }
    sort(buffer, count);
    if (communicated) {
        sort_communication(buffer, count);
    }
    if (__atomic_load_n(&buffer.counters.more_words, __ATOMIC_RELAXED) != 0) {
        sort_further_words(buffer, tree, count);
    }
    forget_places();
}

void NodeOrder::sort_communication(const ThreadBuffer& buffer, std::size_t count) {
    begin_groups();
    for (NodeColumns& group : groups_) {
        group.communication = columns_->communication.data() + places_[group.node] - 1;
    }
    for (std::size_t i = 1; i <= count; ++i) {
        columns_->communication[places_[buffer.node[i]]++] = buffer.communication[i];
    }
}

void NodeOrder::sort_further_words(const ThreadBuffer& buffer, Tree& tree, std::size_t count) {
    begin_groups();
    std::uint64_t more_words = 1;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint64_t node = buffer.node[i];
        columns_->more_words[places_[node]++] = more_words;
        const std::uint32_t words = tree.node(node).words;
        more_words += words > 1 ? words - 1 : 0;
    }
}

} // namespace proxima::detail
