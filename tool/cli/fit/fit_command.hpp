// `proxima fit`: models of how methods grow.
#pragma once

#include "shared/verb.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

struct FitOptions {
    std::vector<std::string> sources; // run directories, and files in Extra-P's format
    std::vector<std::string> methods; // empty: all
    std::string metric;               // empty: all
    std::string implementation;       // empty: called like the instance
    std::string output;               // file of models; empty: none
    std::string extrap;               // file of measurements in Extra-P's format; empty: none
    double level_percent = 90;
    gather::Statistic statistic = gather::Statistic::automatic;
    bool split = true;
    bool by_rank = false;
    bool by_path = false;
    bool verbose = false; // all that is known of each model, instead of one line for each method
    bool json = false;
};

void add_fit(CLI::App& verb, FitOptions& options);
int run_fit(const FitOptions& options, text::Output& output);

} // namespace proxima::cli
