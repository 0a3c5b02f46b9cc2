// The nodes of a recorder: calls of its thread, and stand-ins for calls of others.
#include "buffer/recorder.hpp"

#include <proxima/detail/regions.hpp>

#include <memory>
#include <new>
#include <vector>

namespace proxima::detail {

TreeNode* ThreadRecorder::child(TreeNode& parent, CallSite site) {
    if (closed_) {
        return nullptr;
    }
    if (TreeNode* const known = Tree::find_child(parent, site)) {
        return known;
    }
    if (parent.depth >= configuration_->depth) {
        lose(Loss::depth);
        return nullptr;
    }
    const CallSiteInfo* const where = registry().site(site);
    if (where == nullptr || where->is_off()) {
        return nullptr;
    }
    return &add_node(parent, site, *where);
}

TreeNode& ThreadRecorder::add_node(TreeNode& parent, CallSite site, const CallSiteInfo& where) {
    return add(tree_.make_child(parent, site, where));
}

TreeNode& ThreadRecorder::add(TreeNode& node) {
    try {
        equip(node);
    } catch (const std::bad_alloc&) {
        tree_.drop_last();
        throw;
    }
    tree_.link(node);
    return node;
}

TreeNode* ThreadRecorder::stand_in_for(const TreeNode& original, Origin origin) {
    if (closed_) {
        return nullptr;
    }
    std::vector<const TreeNode*> path;
    for (const Node* node = &original; !is_root(*node); node = node->parent) {
        path.push_back(static_cast<const TreeNode*>(node));
    }
    TreeNode* parent = &tree_.root();
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        const TreeNode& node = **step;
        const bool is_inherited = origin == Origin::inherited && &node == &original;
        TreeNode* const known = tree_.find_stand_in(*parent, node.call_site, is_inherited);
        parent =
            known != nullptr
                ? known
                : &add(tree_.make_stand_in(*parent, node.call_site, *node.where, is_inherited));
        parent->original = &node;
    }
    return parent;
}

void ThreadRecorder::equip(TreeNode& node) {
    if (counters_.count() != 0) {
        node.counters = std::make_unique<NodeCounters>();
    }
    if (sampler_ != nullptr) {
        node.bins = &tree_.add_bins(sampling_of(*node.where->method), node.id);
    }
    if (writer_.is_recording()) {
        define(node);
    }
}

void ThreadRecorder::sample_anew() {
    if (sampler_ == nullptr) {
        return;
    }
    sampler_->prepare(*configuration_);
    for (std::size_t id = 1; id < tree_.size(); ++id) {
        sample_anew(tree_.node(id));
    }
}

void ThreadRecorder::sample_anew(TreeNode& node) {
    const Sampling sampling = sampling_of(*node.where->method);
    const Sampling& known = node.bins->sampling();
    if (sampling.kind != known.kind || sampling.number != known.number) {
        node.bins->sample(sampling);
        node.thin(false);
    }
}

Sampling ThreadRecorder::sampling_of(const RegisteredMethod& method) const noexcept {
    const Sampling sampling =
        configuration_->sampling_of(method.qualified, method.qualified_with_types);
    const bool is_lowered =
        sampling.kind == SamplingKind::all && method.level() != MeasuringLevel::recorded;
    return is_lowered ? Sampling{SamplingKind::every, estimated_every} : sampling;
}

void ThreadRecorder::define(const TreeNode& node) {
    auto method = methods_.find(node.where->method);
    if (method == methods_.end()) {
        const auto next = static_cast<std::uint32_t>(methods_.size());
        const format::Bytes payload = format::write_method(next, *node.where->method);
        method = methods_.emplace(node.where->method, next).first;
        writer_.add(format::ChunkType::method, payload);
    }
    writer_.add(format::ChunkType::node,
                format::write_node(node.id, node.parent->id, method->second, *node.where->instance,
                                   *node.where->binding, node.is_stand_in));
}

} // namespace proxima::detail
