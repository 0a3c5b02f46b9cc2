// Runs toulbar2, an independent solver, as an oracle.
#pragma once

#include <proxima/select/cost_network.hpp>

#include <optional>
#include <string>

namespace proxima::test {

using namespace select;

// Least cost of a network with whole costs; unset if there is no solution, or if none was found in
// `seconds` of processor time. `program` is the path of toulbar2.
std::optional<double> optimum_of_toulbar2(const std::string& program, const CostNetwork& network,
                                          int seconds = 3600);

} // namespace proxima::test
