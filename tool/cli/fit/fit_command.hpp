// `proxima fit`: models of how methods grow.
#pragma once

#include "shared/verb.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

struct FitArguments {
    std::vector<std::string> sources; // run directories, and files in Extra-P's format
    std::vector<std::string> methods; // empty: all
    std::string metric;               // empty: all
    std::string inside;               // pattern of methods whose functions are fitted; empty: none
    std::string implementation;       // empty: called like the instance
    std::string output;               // file of models; empty: none
    std::string extrap;               // file of measurements in Extra-P's format; empty: none
    double level_percent = 90;
    gather::Statistic statistic = gather::Statistic::automatic;
    bool split = true;
    bool by_rank = false;
    bool by_path = false;
    bool by_line = false; // of --inside
    bool verbose = false; // all that is known of each model, instead of one line for each method
    bool json = false;
};

void add_fit(CLI::App& verb, FitArguments& options);
int run_fit(const FitArguments& options, text::Output& output);

// A paragraph for each, within 80 columns.
void write_fit_text(const std::vector<fit::FitOutcome>& outcomes, double level,
                    text::Output& output);

// An array with an object for each.
void write_fit_json(const std::vector<fit::FitOutcome>& outcomes, text::Output& output);

} // namespace proxima::cli
