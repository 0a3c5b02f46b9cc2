// Attributes the time of a run to resources, from what its nodes used.
#pragma once

#include <proxima/platform/prediction.hpp>

namespace proxima::platform {

struct NodeTime {
    std::string node;
    PlatformPrediction time;
};

struct ClassShare {
    std::string kind; ///< the class of components
    Estimate share;   ///< of the total
};

struct Verdict {
    std::string limit;              ///< the class that limits the run; empty: none does
    bool is_certain = true;         ///< false: the intervals overlap with those of another class
    std::string evidence;           ///< one sentence
    double unexplained = 0;         ///< share; below 0: more is explained than was measured
    std::vector<ClassShare> shares; ///< the largest first
};

/// The one whose resources took most time: the others wait for it, (8.1) of the thesis.
const NodeTime& limiting_node(const Application& application, const std::vector<NodeTime>& nodes);

/// Shares of the total by class, the largest first. Their intervals add up as independent ones.
std::vector<ClassShare> class_shares(const Application& application,
                                     const PlatformPrediction& time);

/// A class limits the run if it has at least half of the time. So does the rest: in the thesis's
/// middleware-limited query, resources explain a quarter.
Verdict classify(const Application& application, const PlatformPrediction& time);

} // namespace proxima::platform
