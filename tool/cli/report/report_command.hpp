// `proxima report`: prints where the time of a run went.
#pragma once

#include "shared/verb.hpp"
#include "text/terminal.hpp"
#include "text/tree_view.hpp"

#include <cstddef>
#include <string>

namespace proxima::cli {

enum class ReportBy { nothing, rank, thread };

// The options of `--resources`.
struct ResourceQuestion {
    std::string nodes;              // directory of a master of nodes
    std::vector<std::string> names; // globs of nodes; empty: all, summed up
    std::string platform;           // file with the rate of the network; empty: none
};

struct ReportOptions {
    std::string run;
    text::TreeFilter filter;
    std::size_t width = 0; // 0: that of the terminal
    text::ColorChoice color = text::ColorChoice::automatic;
    bool json = false;
    bool parameters = true;
    bool bins = false;        // show the statistics by the size of the first parameter
    bool connections = false; // also by connection of the assembly
    bool all = false;         // also lines of next to no time
    bool flat = false;        // methods without the tree
    ReportBy by = ReportBy::nothing;
    std::string inside;              // pattern of methods to look into; empty: none
    bool pack = false;               // keep names and source lines of samples in the run
    ResourceQuestion resources = {}; // without nodes: none
};

void add_report(CLI::App& verb, ReportOptions& options);
int run_report(const ReportOptions& options, text::Output& output);

} // namespace proxima::cli
