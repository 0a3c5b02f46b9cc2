// What somebody should know of models that were measured on another machine.
#pragma once

#include <proxima/knowledge/machine.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

/// Where a model was measured, and whether it was.
struct ModelOrigin {
    knowledge::Machine machine;
    bool is_measured; ///< else from a paper, or by hand
};

/// How many of the models were measured on another machine than `wanted`, and on which; how many
/// nobody knows where.
std::vector<std::string> machine_warnings(const std::vector<ModelOrigin>& models,
                                          const knowledge::Machine& wanted);

} // namespace proxima::cli
