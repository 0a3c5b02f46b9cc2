// Writes fitted models as text and JSON.
#pragma once

#include "text/output.hpp"

#include <proxima/fit/fit.hpp>

#include <vector>

namespace proxima::cli {

// A paragraph for each, within 80 columns.
void write_fit_text(const std::vector<fit::FitOutcome>& outcomes, double level,
                    text::Output& output);

// An array with an object for each.
void write_fit_json(const std::vector<fit::FitOutcome>& outcomes, text::Output& output);

} // namespace proxima::cli
