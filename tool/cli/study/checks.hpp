// Whether a study has found what its file says it must.
#pragma once

#include "study/study_result.hpp"

namespace proxima::cli {

/// Looks at all checks of the study, and notes their outcomes in the result.
void check_study(const study::Study& study, StudyResult& result);

} // namespace proxima::cli
