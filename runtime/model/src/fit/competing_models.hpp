// Formulas that fit the measurements nearly as well as the chosen one: which of them is right is
// not known, and the mean is less certain for it.
#pragma once

#include "fit/search.hpp"

#include <proxima/model/model.hpp>

#include <string>
#include <vector>

namespace proxima::model {

struct CompetingModel {
    Regression regression;
    /// The mean has, because of the choice, the variance sum of weight * (this - chosen)^2.
    double weight = 0;
};

/// Those that need no other parameters than the chosen one; a few that stand for all.
std::vector<CompetingModel> competing_models(const Found& found, const Data& data);

/// How far the other is from the chosen mean, as an expression. Below the domain, where its
/// logarithms and roots need not have a value, it is 0.
std::string difference_text(const CompetingModel& other, const Regression& chosen,
                            const std::vector<std::string>& names,
                            const std::vector<Input>& inputs);

} // namespace proxima::model
