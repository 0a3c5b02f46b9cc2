// Measures how much of a resource the nodes of a run used in an interval.
#pragma once

#include <proxima/node/global_view.hpp>
#include <proxima/platform/shares.hpp>
#include <proxima/resources/resources.hpp>

#include <optional>
#include <vector>

namespace proxima::resources {

// Use by the watched processes.
class NodesUse {
public:
    // `net_rate`: bytes a second; 0: traffic is not turned into time.
    NodesUse(std::vector<const node::NodeView*> nodes, double net_rate)
        : nodes_(std::move(nodes)), net_rate_(net_rate) {}

    const std::vector<const node::NodeView*>& nodes() const { return nodes_; }
    bool knows_rate() const { return net_rate_ > 0; }

    // Use of the resource; nothing if samples do not cover the interval.
    std::optional<platform::Used> used(const node::NodeView& one, Resource resource, double from,
                                       double to) const;

private:
    std::optional<platform::Used> of_network(const node::NodeView& one, double from,
                                             double to) const;

    std::vector<const node::NodeView*> nodes_;
    double net_rate_;
};

} // namespace proxima::resources
