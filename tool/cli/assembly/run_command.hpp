// `proxima run`: runs an assembly of components.
#pragma once

#include "shared/verb.hpp"

#include <string>
#include <vector>

namespace proxima::cli {

struct RunVerbOptions {
    std::string script;
    bool check = false;
    std::vector<std::string> measure; // patterns; with a `!` before them: not those
    std::vector<std::string> path;
    std::string output;
    std::string mpi = "auto";
    std::string replay; // decisions.json; empty: decide
};

void add_run(CLI::App& verb, RunVerbOptions& options);
int run_run(const RunVerbOptions& options, text::Output& output);

} // namespace proxima::cli
