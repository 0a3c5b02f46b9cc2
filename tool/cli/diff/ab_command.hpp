// `proxima ab`: runs two programs alternately, and compares their runs.
#pragma once

#include "diff/diff_command.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace proxima::cli {

struct AbOptions {
    std::vector<std::string> words; // `-- BASE -- NEW`, each word behind a `.`
    std::size_t runs = 10;          // of each
    std::string output;             // directory for the runs
    DiffOptions answer;
};

void add_ab(CLI::App& verb, AbOptions& options);
int run_ab(const AbOptions& options, text::Output& output);

} // namespace proxima::cli
