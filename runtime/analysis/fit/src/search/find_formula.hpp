// From measurements to one formula: refuses, searches, leaves out outlying points, and searches
// again with the point bias that the first formula shows.
#pragma once

#include "search/search.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>

namespace proxima::fit {

struct FoundFormula {
    gather::Measurements measurements; // all but the outlying points
    Data data;
    SearchResult found;
    std::string refusal; // reason for no formula; empty if there is one
};

// `measurements` have no discrete parameters.
FoundFormula find_formula(gather::Measurements measurements);

} // namespace proxima::fit
