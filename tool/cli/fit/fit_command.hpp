// `proxima fit`: models of how methods grow.
#pragma once

#include "text/output.hpp"

#include <proxima/gather/measurements.hpp>

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

enum class PlotFormat { svg, png };

struct FitOptions {
    std::vector<std::string> sources; // run directories, and files in Extra-P's format
    std::vector<std::string> methods; // empty: all
    std::string metric;               // empty: all
    std::string implementation;       // empty: called like the instance
    std::string output;               // file of models; empty: none
    std::string extrap;               // file of measurements in Extra-P's format; empty: none
    std::string plots;                // directory; empty: none
    PlotFormat plot_format = PlotFormat::svg;
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
