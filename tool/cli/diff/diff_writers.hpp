// Writes the changes between runs, as text and as JSON.
#pragma once

#include "text/output.hpp"
#include "text/terminal.hpp"

#include <proxima/compare/compare.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

struct DiffAnswer {
    compare::Comparison comparison;
    std::vector<std::string> base, now; // the runs
    std::optional<double> fail_above;
    std::vector<compare::Excess> excesses;
};

void write_diff_text(const DiffAnswer& answer, bool all, const text::Terminal& terminal,
                     text::Output& output);
void write_diff_json(const DiffAnswer& answer, text::Output& output);

} // namespace proxima::cli
