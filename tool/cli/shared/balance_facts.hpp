// Sentences about the gain of balancing, for the head of a report and of a page, and as JSON.
#pragma once

#include "view/viewed_run.hpp"

#include <proxima/profile/balance.hpp>

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace proxima::cli {

// True for more than 1 % of the elapsed time `run_us`: less is said of no balance.
bool has_telling_gain(const profile::Balance& balance, double run_us);

// A line for each balance with such a gain.
std::vector<view::Fact> balance_facts(const std::vector<profile::Balance>& balances,
                                      const rundir::CallGraph& graph, double run_us);

nlohmann::ordered_json json_of(const std::vector<profile::Balance>& balances,
                               const rundir::CallGraph& graph);

} // namespace proxima::cli
