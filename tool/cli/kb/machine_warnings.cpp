#include "kb/machine_warnings.hpp"

#include "text/units.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace proxima::cli {

std::vector<std::string> machine_warnings(const std::vector<ModelOrigin>& models,
                                          const knowledge::Machine& wanted) {
    std::set<std::string> machines;
    std::size_t elsewhere = 0;
    std::size_t nowhere = 0;
    for (const auto& model : models) {
        if (!knowledge::is_known(model.machine)) {
            nowhere += model.is_measured ? 1 : 0;
        } else if (!knowledge::is_same(model.machine, wanted)) {
            ++elsewhere;
            machines.insert(description(model.machine));
        }
    }
    const auto of_all = " of " + plural(models.size(), "model");
    std::vector<std::string> warnings;
    if (elsewhere > 0) {
        warnings.push_back(fmt::format("{}{} {} measured on another machine ({}) than {}; times "
                                       "there may be others, measure again",
                                       elsewhere, of_all, elsewhere == 1 ? "was" : "were",
                                       fmt::join(machines, "; "), description(wanted)));
    }
    if (nowhere > 0) {
        warnings.push_back(fmt::format(
            "of {}{} it is not known on which one machine they were measured", nowhere, of_all));
    }
    return warnings;
}

} // namespace proxima::cli
