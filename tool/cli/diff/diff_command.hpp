// `proxima diff`: compares runs.
#pragma once

#include "shared/verb.hpp"
#include "text/terminal.hpp"

#include <proxima/compare/compare.hpp>

#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

struct DiffOptions {
    std::vector<std::string> runs; // two; or, with `others`, those of the base
    std::vector<std::string> others = {};
    std::optional<double> fail_above = {}; // a share
    bool all = false;                      // nodes that take little, too
    bool json = false;
};

void add_diff(CLI::App& verb, DiffOptions& options);
void add_answer_options(CLI::App& verb, DiffOptions& options); // all but the runs
int run_diff(const DiffOptions& options, text::Output& output);

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
