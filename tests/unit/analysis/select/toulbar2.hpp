// toulbar2, a solver of others, as a second opinion.
#pragma once

#include <proxima/select/cost_network.hpp>

#include <optional>
#include <string>

namespace proxima::test {

using namespace select;

// Of costs that are whole numbers; unset if there is no solution, or none was found in `seconds`
// of processor time. `program` is its path.
std::optional<double> optimum_of_toulbar2(const std::string& program, const CostNetwork& network,
                                          int seconds = 3600);

} // namespace proxima::test
