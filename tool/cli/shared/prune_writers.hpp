// Writes a pruned run as text, JSON and Graphviz.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/prune/pruned_run.hpp>
#include <proxima/select/predicted_times.hpp>

#include <map>
#include <optional>
#include <string>

namespace proxima::cli {

// Times from models, instead of those of the run.
struct TimesOfModels {
    select::PredictedTimes times;
    std::map<std::string, double> values; // by parameter, in place of recorded ones
};

struct ShownPruning {
    const prune::PrunedRun& run;
    std::optional<TimesOfModels> models = {};
    bool is_parallel = false; // times are sums over threads and ranks
};

// Writes the largest kept nodes as a tree, the largest dropped branches, by how much these can
// change the run at most, and the instances.
void write_prune_text(const ShownPruning& shown, const text::Terminal& terminal,
                      text::Output& output);

// `{"format": 1, ...}` with the kept nodes and the roots of the dropped branches; times in
// microseconds, shares from 0 to 1.
void write_prune_json(const ShownPruning& shown, text::Output& output);

// Graphviz: the kept nodes, and one grey box for all dropped branches below a node.
void write_prune_dot(const prune::PrunedRun& run, text::Output& output);

} // namespace proxima::cli
