// Weighted constraint satisfaction problems as collections publish them, in the format .wcsp.
//
// Units: the file's. Ownership: values.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::model {

/// Cost functions of three and more variables have become variables of their own, behind those of
/// the file, so that all are of two.
struct WeightedProblem {
    std::string name;
    std::size_t variables = 0; ///< of the file
    std::size_t functions = 0;
    CostNetwork network;
    double constant = 0;    ///< added to every cost
    double upper_bound = 0; ///< what costs as much, or more, is no solution
};

/// Throws Error for what is no such file, for global cost functions, and for functions with more
/// combinations than can be written out.
WeightedProblem read_wcsp(const std::filesystem::path& file);
WeightedProblem parse_wcsp(const std::filesystem::path& file, std::string_view text);

/// The best assignments of the file's variables, without what is no solution; costs with the
/// constant.
SolverResult solve(const WeightedProblem& problem, const SolverLimits& limits);

} // namespace proxima::model
