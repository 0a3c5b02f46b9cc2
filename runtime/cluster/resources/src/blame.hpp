// Attributes what the nodes of a run used to the methods that were active meanwhile.
#pragma once

#include "node_use.hpp"

#include <proxima/profile/own_times.hpp>
#include <proxima/resources/resources.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::resources {

// The part of the run that samples cover, in the intervals between the samples of each node.
// Assumes that the nodes have equal parts of the work of all ranks.
class Blame {
public:
    // `moments`: times of all samples, in seconds since `start` of the run, as in `own`; `start` is
    // a time on the axis of the nodes. `edges`: the times of the samples of each node.
    Blame(const NodesUse& use, const profile::OwnTimes& own, const std::vector<double>& moments,
          const std::vector<std::vector<double>>& edges, double start, double run_end);

    std::size_t intervals() const { return intervals_.size(); }
    double seconds() const; // sum of the intervals' lengths

    // Returns methods sorted by time, the longest first; the time outside of measured calls comes
    // last. Assumes that each of `ranks` has at least one thread.
    std::vector<MethodResources> methods(const std::vector<std::string>& names,
                                         std::uint64_t ranks);

private:
    struct Interval {
        const node::NodeView* node;
        std::size_t first, last; // indices of moments
        double from, to;         // on the axis of the nodes

        double length() const { return to - from; }
    };

    double own_time(std::size_t method, const Interval& interval) const;
    void choose(const std::vector<std::string>& names);
    void add_outside(std::uint64_t ranks);
    void estimate(Resource resource);
    void take_communication();
    static void limit_disk(MethodResources& method);
    void refuse(MethodResources& method) const;

    const NodesUse& use_;
    const profile::OwnTimes& own_;
    std::vector<Interval> intervals_;
    std::vector<MethodResources> made_;
    std::vector<std::vector<double>> times_;           // by entry of made_ and interval
    std::vector<std::vector<std::size_t>> of_methods_; // methods of each entry of made_
};

} // namespace proxima::resources
