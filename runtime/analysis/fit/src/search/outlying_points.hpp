// Points so far from all others that no formula can have them.
#pragma once

#include "search/search.hpp"

#include <proxima/gather/measurements.hpp>

#include <functional>

namespace proxima::fit {

using Search = std::function<SearchResult(const Data&)>;

// Leaves out points with few invocations that lie far above the formula, if they are rare; of few
// points the one without which a formula fits all others, and which that formula misses by far.
// The point with the largest values stays: growth may begin there. Returns whether there were any.
// `formula` was fitted to `data`, the data of these measurements.
bool exclude_outlying_points(gather::Measurements& measurements, const Data& data,
                             const Regression& formula, const Search& search);

} // namespace proxima::fit
