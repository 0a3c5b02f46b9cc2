// Notes and warnings on models.
#pragma once

#include "formulas/regression.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::fit {

// Notes on outliers, on inputs with too few values to tell their powers apart, and on few and noisy
// calls. `names` are those of the parameters; `error` is the cross-validated relative error.
std::vector<std::string> notes_on(const gather::Measurements& measurements,
                                  const Regression& formula, const std::vector<std::string>& names,
                                  double error);

// True if the noise of single invocations explains most of this error.
bool is_noise(const Data& data, double error);

// Warns of an unreliable model. `formula` was fitted to `data`; `error` is its cross-validated
// relative error.
std::vector<std::string> warnings_on(const gather::Measurements& measurements, const Data& data,
                                     const Regression& formula, double error);

} // namespace proxima::fit
