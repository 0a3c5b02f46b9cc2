#include "tree/tree.hpp"

namespace proxima::detail {
namespace {

constexpr CallSite no_site = 0xFFFFFFFF;
constexpr CallSite thinned_site = 0xFFFFFFFE;
constexpr std::uint32_t many_children = 8;

void initialize(TreeNode& node, CallSite site, std::uint32_t id, Node& parent,
                ThreadBuffer* buffer) noexcept {
    node.site = site;
    node.id = id;
    node.parent = &parent;
    node.last = &nowhere;
    node.next = &node;
    node.buffer = buffer;
    node.start = 0;
    node.frame = 0;
    node.communication = 0;
    node.mpi_calls = 0;
    node.stack = 0;
}

} // namespace

format::TickStatistics TreeNode::total() const noexcept {
    format::TickStatistics all = statistics;
    if (bins != nullptr) {
        for (const Bin& bin : bins->all()) {
            all.merge(bin.statistics);
        }
    }
    return all;
}

void TreeNode::thin(bool on) noexcept {
    store_shared(site, on ? thinned_site : call_site);
}

// Constant-initialised, because static initialisers may make measured calls.
Node nowhere = {no_site, 0, &nowhere, &nowhere, &nowhere, nullptr, 0, 0, 0, 0, 0};

Tree::Tree(const ThreadRecorder* recorder, ThreadBuffer* buffer)
    : recorder_(recorder), buffer_(buffer) {
    TreeNode& root = nodes_.emplace_back();
    initialize(root, no_site, 0, root, nullptr);
    root.frame = UINTPTR_MAX;
    by_id_.push_back(&root);
}

TreeNode* Tree::find_child(const TreeNode& parent, CallSite site) noexcept {
    if (parent.index != nullptr) {
        const auto found = parent.index->find(site);
        return found == parent.index->end() ? nullptr : found->second;
    }
    TreeNode* child = parent.first_child;
    while (child != nullptr && child->call_site != site) {
        child = child->sibling;
    }
    return child;
}

TreeNode& Tree::make_child(TreeNode& parent, CallSite site, const CallSiteInfo& where) {
    if (parent.index == nullptr && parent.children == many_children) {
        auto index = std::make_unique<std::unordered_map<CallSite, TreeNode*>>();
        for (TreeNode* child = parent.first_child; child != nullptr; child = child->sibling) {
            index->emplace(child->call_site, child);
        }
        parent.index = std::move(index);
    }
    if (parent.index != nullptr) {
        parent.index->try_emplace(site, nullptr);
    }
    return make_node(parent, site, where);
}

TreeNode& Tree::make_node(TreeNode& parent, CallSite site, const CallSiteInfo& where) {
    if (by_id_.size() == by_id_.capacity()) {
        by_id_.reserve(2 * by_id_.size());
    }
    TreeNode& child = nodes_.emplace_back();
    initialize(child, site, static_cast<std::uint32_t>(by_id_.size()), parent, buffer_);
    child.call_site = site;
    child.where = &where;
    if (where.is_safe_point() || where.is_off() || parent.is_inherited) {
        child.next = &nowhere;
    }
    if (where.is_watched()) {
        child.buffer = nullptr;
    }
    child.recorder = recorder_;
    child.depth = parent.depth + 1;
    child.words = static_cast<std::uint32_t>(where.method->words.size());
    child.parameters = where.method->parameter_words();
    child.may_miss = where.method->may_miss();
    by_id_.push_back(&child);
    return child;
}

void Tree::link(TreeNode& child) noexcept {
    auto& parent = static_cast<TreeNode&>(*child.parent);
    if (child.is_stand_in) {
        stand_ins_.find({&parent, child.call_site, child.is_inherited})->second = &child;
        return;
    }
    if (parent.index != nullptr) {
        parent.index->find(child.call_site)->second = &child;
    }
    child.sibling = parent.first_child;
    parent.first_child = &child;
    ++parent.children;
}

TreeNode* Tree::find_stand_in(const TreeNode& parent, CallSite site,
                              bool is_inherited) const noexcept {
    const auto found = stand_ins_.find({&parent, site, is_inherited});
    return found == stand_ins_.end() ? nullptr : found->second;
}

TreeNode& Tree::make_stand_in(TreeNode& parent, CallSite site, const CallSiteInfo& where,
                              bool is_inherited) {
    stand_ins_.try_emplace({&parent, site, is_inherited}, nullptr);
    TreeNode& node = make_node(parent, site, where);
    node.frame = UINTPTR_MAX; // no longjmp() ends it
    node.buffer = nullptr;
    node.is_stand_in = true;
    node.is_inherited = is_inherited;
    return node;
}

void Tree::drop_last() noexcept {
    by_id_.pop_back();
    nodes_.pop_back();
}

void Tree::expect(Node& parent, TreeNode& child) noexcept {
    const CallSiteInfo& where = *child.where;
    if (parent.last != &nowhere && !where.is_safe_point() && !where.is_off() &&
        !static_cast<TreeNode&>(parent).is_inherited) {
        parent.last->next = &child;
    }
}

void Tree::follow_switches() noexcept {
    for (std::size_t id = 1; id < by_id_.size(); ++id) {
        TreeNode& node = *by_id_[id];
        if (node.where->is_watched()) {
            store_shared(node.buffer, static_cast<ThreadBuffer*>(nullptr));
        }
        Node* const next = load_shared(node.next);
        if (next != &nowhere && static_cast<TreeNode*>(next)->where->is_off()) {
            store_shared(node.next, &nowhere);
        }
    }
}

void Tree::disown() noexcept {
    for (TreeNode& node : nodes_) {
        node.buffer = nullptr;
        node.recorder = nullptr;
    }
}

} // namespace proxima::detail
