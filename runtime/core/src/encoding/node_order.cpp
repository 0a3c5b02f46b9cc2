#include "encoding/node_order.hpp"

#include <algorithm>

namespace proxima::detail {

void NodeOrder::prepare(const TreeNode& node) {
    places_.resize(std::max<std::size_t>(places_.size(), node.id + std::size_t{1}));
}

void NodeOrder::count_nodes(const Lane& lane, std::size_t count) {
    nodes_.clear();
    for (std::size_t i = 1; i <= count; ++i) {
        std::uint32_t& seen = places_[lane.node[i]];
        if (seen++ == 0) {
            nodes_.push_back(static_cast<std::uint32_t>(lane.node[i]));
        }
    }
    std::sort(nodes_.begin(), nodes_.end());
}

void NodeOrder::make_groups(bool communicated) {
    Columns& to = *columns_;
    groups_.clear();
    std::uint32_t begin = 0;
    for (const std::uint32_t node : nodes_) {
        const std::uint32_t count = places_[node];
        groups_.push_back({node, count, to.duration.data() + begin,
                           communicated ? to.communication.data() + begin : nullptr,
                           to.first_word.data() + begin, to.more_words.data() + begin});
        begin += count;
    }
}

void NodeOrder::begin_groups() noexcept {
    std::uint32_t begin = 1;
    for (const NodeColumns& group : groups_) {
        places_[group.node] = begin;
        begin += static_cast<std::uint32_t>(group.count);
    }
}

void NodeOrder::sort(const Lane& lane, Tree& tree, std::size_t count, bool communicated) {
    if (columns_ == nullptr) {
        columns_ = std::unique_ptr<Columns>(new Columns); // not initialised: written before read
        nodes_.reserve(lane_capacity);
        groups_.reserve(lane_capacity);
    }
    count_nodes(lane, count);
    make_groups(communicated);
    begin_groups();
    Columns& to = *columns_;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint32_t place = places_[lane.node[i]]++;
        to.duration[place] = lane.end[i] - lane.start[i];
        to.first_word[place] = lane.first_word[i];
    }
    if (communicated) {
        begin_groups();
        for (std::size_t i = 1; i <= count; ++i) {
            to.communication[places_[lane.node[i]]++] = lane.communication[i];
        }
    }
    if (__atomic_load_n(&lane.head.more_words, __ATOMIC_RELAXED) != 0) {
        begin_groups();
        sort_further_words(lane, tree, count);
    }
    for (const std::uint32_t node : nodes_) {
        places_[node] = 0;
    }
}

void NodeOrder::sort_further_words(const Lane& lane, Tree& tree, std::size_t count) {
    std::uint64_t more_words = 1;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::uint64_t node = lane.node[i];
        columns_->more_words[places_[node]++] = more_words;
        const std::uint32_t words = tree.node(node).words;
        more_words += words > 1 ? words - 1 : 0;
    }
}

} // namespace proxima::detail
