// Models for the next run, from what an Optimizer has measured.
#pragma once

#include "optimizer/expectations.hpp"

#include <proxima/fit/model.hpp>
#include <proxima/online/observation.hpp>

#include <string>

namespace proxima::online {

// Corrects a model by measurements.
fit::Model corrected(fit::Model model, const Correction& correction);

// Makes a constant model for a class that has none.
fit::Model mean_of(const std::string& class_name, const MeasuredMethod& method,
                   const Totals& totals);

} // namespace proxima::online
