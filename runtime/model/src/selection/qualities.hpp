// Quality of service as criteria: less is better.
#pragma once

#include <proxima/model/selection.hpp>
#include <proxima/model/trade_offs.hpp>

#include <vector>

namespace proxima::model {

/// Throws Error where some implementations of a family have a quality and others have not.
Objective criterion_of(const SelectionProblem& problem, const std::vector<Variable>& variables,
                       const QualityRule& rule);

/// What a criterion's number means; unset if no implementation has the quality.
std::optional<double> quality_of(const Objective& criterion, const QualityRule& rule,
                                 const Assignment& assignment);

} // namespace proxima::model
