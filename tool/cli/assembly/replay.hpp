// Repeats the swaps of one run in another.
#pragma once

#include <proxima/assembly/assembly.hpp>
#include <proxima/assembly/measure_rules.hpp>

#include <string>

namespace proxima::cli {

// Where the swaps were made is to be seen again. Throws Error if `decisions` is no decisions.json.
void measure_safe_point(const std::string& decisions, assembly::MeasureRules& rules);

// Every Optimizer gets `decisions`. Throws Error if the assembly has none.
void let_optimizers_replay(const std::string& decisions, assembly::Assembly& assembly);

} // namespace proxima::cli
