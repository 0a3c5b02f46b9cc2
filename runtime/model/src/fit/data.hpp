// Measurements as the regression needs them.
#pragma once

#include "fit/regression.hpp"

#include <proxima/model/measurements.hpp>

namespace proxima::model {

/// The points that have invocations. How much each counts, and how the variance grows with the
/// mean, is told from the repetitions.
Data data_of(const Measurements& measurements);

/// The same data with other means: `means` stand for single measurements.
Data data_with(const std::vector<std::vector<double>>& at, const std::vector<double>& means);

/// All but one in `folds` of the points, chosen evenly; the numbers of those left out.
Data without_fold(const Data& data, std::size_t fold, std::size_t folds,
                  std::vector<std::size_t>& left_out);

/// At most so many points, evenly chosen: a search that tries thousands of shapes need not see
/// more.
Data thinned(const Data& data, std::size_t most);

} // namespace proxima::model
