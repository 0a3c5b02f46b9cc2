// Repeats the swaps of one run in another.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/assembly/measure_rules.hpp>

#include <string>

namespace proxima::cli {

// Measures the safe point named in `decisions`. Throws Error if that is no decisions.json.
void measure_safe_point(const std::string& decisions, assembly::MeasureRules& rules);

// Gives `decisions` to every Optimizer. Throws Error if the assembly has no Optimizer.
void let_optimizers_replay(const std::string& decisions, assembly::Assembly& assembly);

} // namespace proxima::cli
