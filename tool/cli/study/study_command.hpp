// `proxima study`: runs all settings and answers.
#pragma once

#include "shared/verb.hpp"

#include <proxima/study/analysis.hpp>

#include <string>
#include <vector>

namespace proxima::cli {

struct StudyOptions {
    std::string study; // the file
    std::string output;
    std::vector<std::string> path; // directories of components
    bool dry_run = false;
    bool pairs = false; // make the runs that test pairs which no run combines
    bool json = false;
    std::string program = {}; // program that runs assemblies; empty: this one
};

void add_study(CLI::App& verb, StudyOptions& options);
int run_study(const StudyOptions& options, text::Output& output);

// Writes text of at most 80 columns.
void write_study_text(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output);

// `{"format": 1, ...}`; times in microseconds.
void write_study_json(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output);

} // namespace proxima::cli
