// Writes fitted models as text, JSON and pictures.
#pragma once

#include "fit/fit_command.hpp"
#include "text/output.hpp"

#include <proxima/fit/fit.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::cli {

// `flux.compute (EFMFlux) computation, mode = strided`: the title of the outcome.
std::string title_of(const fit::FitOutcome& outcome);

// The same with another metric, or none, and without the implementation.
std::string title_of(const fit::FitOutcome& outcome, const std::string& metric,
                     bool with_implementation = true);

// Of each method the time that it takes itself, if that is known, else all of it; those that take
// most first, for this share of the time.
std::vector<gather::Measurements> main_measurements(const std::vector<gather::Measurements>& all,
                                                    double share = 0.95);

// `12.3(4) + 0.161(2) Q log2(Q)`: a model as papers write it.
std::string paper_formula(const fit::FitOutcome& outcome);

// A line for each method of main_measurements(): its share of the time of `all`, and a formula.
void write_fit_summary(const std::vector<fit::FitOutcome>& outcomes,
                       const std::vector<gather::Measurements>& all, double level,
                       text::Output& output);

// A paragraph for each, within 80 columns.
void write_fit_text(const std::vector<fit::FitOutcome>& outcomes, double level,
                    text::Output& output);

// An array with an object for each.
void write_fit_json(const std::vector<fit::FitOutcome>& outcomes, text::Output& output);

// A picture for each model, by gnuplot, into `directory`, which is made if need be. Says how many
// it has drawn. Throws base::Error.
void write_fit_plots(const std::vector<fit::FitOutcome>& outcomes,
                     const std::filesystem::path& directory, PlotFormat format, double level);

// An expression with rounded numbers, for people. No part of a fitted
// sum is negative, so the sum keeps as many significant digits.
std::string short_expression(const std::string& text, int digits = 4);

} // namespace proxima::cli
