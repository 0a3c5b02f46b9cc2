// `proxima prune`: keeps the part of the call tree that matters.
#pragma once

#include "shared/verb.hpp"

#include <proxima/prune/pruning.hpp>

#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

enum class PruneFormat { text, json, dot };

struct PruneOptions {
    std::string run;
    std::vector<std::string> models;                    // files; empty: times are the run's
    std::map<std::string, std::string> implementations; // by instance
    std::map<std::string, double> values;               // by parameter
    double alpha = prune::Thresholds().alpha;
    double beta = prune::Thresholds().beta;
    bool by_instance = false; // one node for all that a node calls of one instance
    std::size_t width = 0;    // 0: that of the terminal
    PruneFormat format = PruneFormat::text;
};

void add_prune(CLI::App& verb, PruneOptions& options);
int run_prune(const PruneOptions& options, text::Output& output);

} // namespace proxima::cli
