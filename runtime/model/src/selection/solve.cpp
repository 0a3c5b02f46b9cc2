#include "selection/turns.hpp"

#include <proxima/model/cost_network.hpp>

namespace proxima::model {

SolverResult solve(const CostNetwork& network, const SolverLimits& limits) {
    const Deadline deadline(limits);
    Incumbents best(network, limits.best);
    return Turns(network, limits, deadline, best).run();
}

} // namespace proxima::model
