// Adds a study to a knowledge base.
#pragma once

#include "study/analysis.hpp"

namespace proxima::cli {

/// Complains, by exceptions, of a knowledge base that could not be added to.
void check_knowledge_base(const study::Study& study);

/// Runs, models and decisions; what the base has already stays as it is. Throws knowledge::Error
/// and rundir::Error.
void keep_study(const StudyContext& context, StudyResult& result);

} // namespace proxima::cli
