// The parameters that a formula may use.
#pragma once

#include "data/data.hpp"

#include <proxima/gather/measurements.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::fit {

struct SearchSpace {
    const Data& data;
    std::vector<std::string> names;      // names of all parameters in expressions
    std::vector<std::size_t> parameters; // parameters that formulas may use
};

// Formulas may use sizes: parameters with several values, none negative, that do not follow from
// other sizes.
SearchSpace search_space_of(const Data& data, const gather::Measurements& measurements);

// A note for each parameter that follows from others: `m follows from n: ...`.
std::vector<std::string> dependence_notes(const Data& data,
                                          const gather::Measurements& measurements);

} // namespace proxima::fit
