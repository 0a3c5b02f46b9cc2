// `proxima top`: shows what a run is doing now.
#pragma once

#include "shared/verb.hpp"

#include <string>

namespace proxima::cli {

struct TopOptions {
    std::string target; // a run directory, a process, the address of a monitor
    std::string token;  // file of the monitor's token
    double seconds = 1; // time between refreshes
    bool once = false;
    bool json = false;
};

void add_top(CLI::App& verb, TopOptions& options);
int run_top(const TopOptions& options, text::Output& output);

} // namespace proxima::cli
