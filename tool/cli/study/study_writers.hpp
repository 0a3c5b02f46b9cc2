// What a study has found, for people and programs.
#pragma once

#include "study/study_result.hpp"
#include "text/output.hpp"

#include <filesystem>

namespace proxima::cli {

/// Within 80 columns.
void write_study_text(const study::Study& study, const std::filesystem::path& directory,
                      const StudyResult& result, Output& output);

/// `{"format": 1, ...}`; times in microseconds.
void write_study_json(const study::Study& study, const std::filesystem::path& directory,
                      const StudyResult& result, Output& output);

/// What is going to be run, in its order.
void write_plan_text(const study::Study& study, const study::Plan& plan,
                     const std::vector<study::EndedRun>& ended,
                     const std::vector<study::PlannedRun>& missing, Output& output);
void write_plan_json(const study::Study& study, const study::Plan& plan,
                     const std::vector<study::EndedRun>& ended,
                     const std::vector<study::PlannedRun>& missing, Output& output);

/// `2 h 5 min`, `3 min 20 s`, `12 s`.
std::string human_duration(double seconds);

} // namespace proxima::cli
