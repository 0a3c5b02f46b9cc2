// `proxima study`: runs all settings and answers.
#pragma once

#include "shared/verb.hpp"

#include <string>
#include <vector>

namespace proxima::cli {

struct StudyOptions {
    std::string study; // the file
    std::string output;
    std::vector<std::string> path; // directories of components
    bool dry_run = false;
    bool json = false;
    std::string program = {}; // program that runs assemblies; empty: this one
};

void add_study(CLI::App& verb, StudyOptions& options);
int run_study(const StudyOptions& options, text::Output& output);

} // namespace proxima::cli
