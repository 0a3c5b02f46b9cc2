// Costs of works, whose models may depend on the class of another instance.
#pragma once

#include "costs/cost_predictor.hpp"

#include <proxima/select/selection.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace proxima::select {

// The costs of a piece of work of `first`. With more than one column they depend on the choice for
// `second`, too.
struct WorkCosts {
    std::size_t first = 0; // variables
    std::size_t second = 0;
    std::size_t columns = 1;
    std::vector<ChoiceCost> costs; // rows: choices for `first`; columns: for `second`

    const ChoiceCost& in(const Assignment& assignment) const {
        return costs[assignment[first] * columns + (columns > 1 ? assignment[second] : 0)];
    }
};

// The variable other than `own` whose class is a condition of models for this work; unset if there
// is none. Throws Error if there are several.
std::optional<std::size_t> partner_of(const SelectionProblem& problem, const Work& work,
                                      const std::vector<Variable>& variables, std::size_t own);

// The work beside `other`, so that conditions on its class hold.
Work beside(Work work, const std::string& instance, const Candidate& other);

} // namespace proxima::select
