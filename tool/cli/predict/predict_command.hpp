// `proxima predict`: times on platforms, by an analytic model of the application.
#pragma once

#include "text/output.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

// Values that one parameter takes, one after the other.
struct Over {
    std::string parameter;
    std::vector<double> values;
};

struct PredictOptions {
    std::string application;
    std::vector<std::string> platforms; // files
    std::map<std::string, double> values;
    std::optional<Over> over;
    std::string runs;                  // file of measured runs to fit to; empty: no fit
    std::vector<std::string> hold_out; // conditions
    std::string output;                // file for the fitted application; empty: none
    std::size_t width = 0;             // 0: that of the terminal
    bool json = false;
};

void add_predict(CLI::App& verb, PredictOptions& options);
int run_predict(const PredictOptions& options, text::Output& output);

} // namespace proxima::cli
