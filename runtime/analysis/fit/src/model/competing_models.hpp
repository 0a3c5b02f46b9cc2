// Formulas that fit nearly as well as the chosen one: they make its mean
// less certain.
#pragma once

#include "search/search.hpp"

#include <proxima/fit/model.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

struct CompetingModel {
    Regression regression;
    // The choice adds the variance sum of weight * (this - chosen)^2 to the mean.
    double weight = 0;
};

// A few representatives that need no other parameters than the chosen formula.
std::vector<CompetingModel> competing_models(const SearchResult& found, const Data& data);

// How far the other is from the chosen mean, as an expression. Below the domain, where its
// logarithms and roots need not have a value, it is 0.
std::string difference_text(const CompetingModel& other, const Regression& chosen,
                            const std::vector<std::string>& names,
                            const std::vector<Input>& inputs);

} // namespace proxima::fit
