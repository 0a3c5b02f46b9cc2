// toulbar2, a solver of others, as a second opinion.
#pragma once

#include <proxima/model/cost_network.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace proxima::model::test {

struct SecondOpinion {
    std::optional<double> optimum; ///< unset if there is no solution, or it was not through
    bool is_through = false;
};

/// With costs that are whole numbers. Stops after `seconds` of processor time. `program` is its
/// path.
SecondOpinion ask_toulbar2(const std::string& program, const CostNetwork& network, int seconds);
SecondOpinion ask_toulbar2(const std::string& program, const std::filesystem::path& file,
                           int seconds);

} // namespace proxima::model::test
