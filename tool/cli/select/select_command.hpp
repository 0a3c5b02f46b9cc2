// `proxima select`: the best assembly.
#pragma once

#include "shared/verb.hpp"

#include <map>
#include <string>
#include <vector>

namespace proxima::cli {

struct SelectOptions {
    std::string selection;           // the file of families; may be empty if there is an assembly
    std::vector<std::string> runs;   // repetitions of the same settings, except with values
    std::string assembly;            // script of the runs, which has the families
    std::vector<std::string> path;   // directories of its components
    std::vector<std::string> models; // files, besides those that the selection names
    std::map<std::string, double> values; // inputs of a run that was not made
    std::vector<std::string> requirements;
    bool front = false;
    std::size_t alternatives = 3;
    double seconds = 60;
    std::string new_script;
    bool json = false;
};

// Parsing throws UsageError where nothing is to select.
void add_select(CLI::App& verb, SelectOptions& options);
int run_select(const SelectOptions& options, text::Output& output);

} // namespace proxima::cli
