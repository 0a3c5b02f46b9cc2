// Formulas that fit the measurements nearly as well as the chosen one: which of them is right is
// not known, and the mean is less certain for it.
#pragma once

#include "fit/families.hpp"

#include <proxima/model/model.hpp>

#include <string>
#include <vector>

namespace proxima::model {

/// A formula that the criterion does not rule out.
struct Claimant {
    Regression regression;
    double behind = 0; ///< the chosen one, in units of the criterion
};

/// Those among `found`, of which `chosen` is the best, and near them.
std::vector<Claimant> claimants_of(const Regression& chosen, const std::vector<Regression>& found,
                                   const Search& search);

/// How much of a choice the measurements left, from 0 to 1: the entropy of Akaike's weights, and 1
/// from one bit on, as where two formulas are as good.
double doubt_of(const Regression& chosen, const std::vector<Claimant>& claimants,
                const Search& search);

struct Rival {
    Regression regression;
    /// The mean has, because of the choice, the variance sum of weight * (this - chosen)^2.
    double weight = 0;
};

/// Those that need no other parameters than `chosen`; a few that stand for all. `certainty` is the
/// factor by which repetitions make variances less than the criterion knows.
std::vector<Rival> rivals_of(const Regression& chosen, std::vector<Claimant> claimants,
                             const Data& data, double certainty);

/// How far the rival is from the chosen mean, as an expression. Below the domain, where its
/// logarithms and roots need not have a value, it is 0.
std::string difference_text(const Rival& rival, const Regression& chosen,
                            const std::vector<Input>& inputs);

} // namespace proxima::model
