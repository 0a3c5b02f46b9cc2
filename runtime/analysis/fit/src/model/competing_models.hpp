// Competing models: formulas that fit nearly as well as the chosen one make its mean less certain.
#pragma once

#include "search/search.hpp"

#include <proxima/fit/model.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

struct CompetingModel {
    Regression regression;
    // Akaike weight. The choice adds weight * (this - chosen)^2 to the variance of the mean.
    double weight = 0;
};

// The competing models that differ most from the chosen formula at constants::extrapolation times
// the largest values, with weights scaled to the variance of all. The formula has their parameters.
std::vector<CompetingModel> competing_models(const SearchResult& found, const Data& data);

// Writes the difference from the chosen mean as an expression; 0 below the domain, where logarithms
// and roots may have no value.
std::string difference_text(const CompetingModel& other, const Regression& chosen,
                            const std::vector<std::string>& names,
                            const std::vector<Input>& inputs);

} // namespace proxima::fit
