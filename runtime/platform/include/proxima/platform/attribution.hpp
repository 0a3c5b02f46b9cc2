// The time of a run by the resources that it was spent on, from what its nodes used.
#pragma once

#include <proxima/platform/prediction.hpp>

namespace proxima::platform {

struct NodeTime {
    std::string node;
    Prediction time;
};

struct ClassShare {
    std::string kind; ///< the class of components
    Estimate share;   ///< of the total
};

struct Verdict {
    std::string limit;              ///< the class that limits the run; empty: none does
    bool is_certain = true;         ///< whether the intervals leave room for another
    std::string evidence;           ///< one sentence
    double unexplained = 0;         ///< share; below 0 where more is explained than was measured
    std::vector<ClassShare> shares; ///< the largest first
};

/// A run whose components are the means over its nodes.
Prediction mean_of(const std::vector<NodeTime>& nodes);

/// A class limits the run if it has half of the time at least; so does the rest, as in the
/// thesis's middleware-limited query, where resources explain a quarter.
Verdict classify(const Application& application, const Prediction& time);

} // namespace proxima::platform
