// `proxima predict`: predicts times on platforms by an analytic model of the application.
#pragma once

#include "text/output.hpp"

#include <proxima/platform/prediction.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

struct PredictOptions {
    std::string application;
    std::vector<std::string> platforms; // files
    std::map<std::string, double> values;
    std::optional<platform::Sweep> over;
    std::string runs;                  // file of measured runs to fit to; empty: no fit
    std::vector<std::string> hold_out; // conditions
    std::string output;                // file for the fitted application; empty: none
    std::size_t width = 0;             // 0: that of the terminal
    bool json = false;
};

void add_predict(CLI::App& verb, PredictOptions& options);
int run_predict(const PredictOptions& options, text::Output& output);

} // namespace proxima::cli
