// `proxima run`: runs an assembly of components, or a program whose threads are seen.
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
    std::string replay;                 // decisions.json; empty: decide
    bool threads = false;               // `script` is a program
    std::vector<std::string> arguments; // of the program
};

void add_run(CLI::App& verb, RunVerbOptions& options);
int run_run(const RunVerbOptions& options, text::Output& output);

} // namespace proxima::cli
