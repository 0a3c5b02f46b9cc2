// Attributes the time of a run to resources, from what its nodes used.
//
//     #include <proxima/node/global_view.hpp>
//     #include <proxima/platform/node_usage.hpp>
//     const auto model = platform::read_application("database.json");
//     const auto here = platform::read_platform("here.json");
//     std::vector<platform::NodeTime> times;
//     for (const auto& node : node::read_view("nodes1").nodes) {
//         if (const auto usage = platform::usage_of(node)) {
//             times.push_back({node.name, platform::predict(model, &here, {}, *usage)});
//         }
//     }
//     const auto& slowest = platform::limiting_node(model, times);
//     std::cout << platform::classify(model, slowest.time).limit << '\n';
//
// Units: seconds; shares from 0 to 1.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/platform/prediction.hpp>

namespace proxima::platform {

struct NodeTime {
    std::string node;
    PlatformPrediction time;
};

struct ClassShare {
    std::string kind; ///< class of components
    Estimate share;   ///< share of the total
};

struct Verdict {
    std::string limit;              ///< class that limits the run; empty: none
    std::string refusal;            ///< why the run cannot be attributed; empty: it is
    std::string evidence;           ///< one sentence
    double unexplained = 0;         ///< share; below 0: parts explain more than was measured
    std::vector<ClassShare> shares; ///< largest first
};

/// Returns the node whose resources took most time: the others wait for it. Taufer (2002), (8.1).
/// `nodes` must not be empty.
const NodeTime& limiting_node(const Application& application, const std::vector<NodeTime>& nodes);

/// Returns shares of the total by class, largest first. Intervals of components are independent.
std::vector<ClassShare> class_shares(const Application& application,
                                     const PlatformPrediction& time);

/// Finds the class that limits the run: it has at least half of the time. Refuses if a part is
/// unknown, if the parts take longer than the run, or if intervals leave open which class it is.
/// The rest may be that class: in the middleware-limited query of Taufer (2002), resources explain
/// a quarter.
Verdict classify(const Application& application, const PlatformPrediction& time);

} // namespace proxima::platform
