// Names, formulas and a summary of fitted models, for several verbs.
#pragma once

#include "text/output.hpp"

#include <proxima/fit/fit.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

// `flux.compute (EFMFlux) computation, mode = strided`: the title of the outcome.
std::string title_of(const fit::FitOutcome& outcome);

// Title with another metric, or none, and without the implementation.
std::string title_of(const fit::FitOutcome& outcome, const std::string& metric,
                     bool with_implementation = true);

// `12.3(4) + 0.161(2) Q log2(Q)`: a model as papers write it.
std::string paper_formula(const fit::FitOutcome& outcome);

// `n < 1400: 3 n; above: 5 n log2(n)` of an expression with `?`, `:` and `*`: the mean of a model.
std::string readable_formula(const std::string& expression, int digits);

// `leaves out 12 % of its time`: what the formula does not describe; empty below 1 %.
std::string left_out_text(const fit::FitOutcome& outcome);

// A line for each method of gather::main_measurements(): its share of the time of `all`, and a
// formula.
void write_fit_summary(const std::vector<fit::FitOutcome>& outcomes,
                       const std::vector<gather::Measurements>& all, double level,
                       text::Output& output);

} // namespace proxima::cli
