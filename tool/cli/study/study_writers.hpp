// Writes the results of a study as text and JSON.
#pragma once

#include "text/output.hpp"

#include <proxima/study/analysis.hpp>

namespace proxima::cli {

// Writes text of at most 80 columns.
void write_study_text(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output);

// `{"format": 1, ...}`; times in microseconds.
void write_study_json(const study::StudyContext& context, const study::StudyResult& result,
                      text::Output& output);

} // namespace proxima::cli
