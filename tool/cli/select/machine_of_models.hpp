// Whether the models of a selection are of the machine in question.
#pragma once

#include <proxima/knowledge/machine.hpp>
#include <proxima/model/selection.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Of the models of implementations that may be chosen: how many were measured on another machine
/// than `wanted`.
std::vector<std::string> machine_warnings(const model::SelectionProblem& problem,
                                          const knowledge::Machine& wanted);

} // namespace proxima::cli
