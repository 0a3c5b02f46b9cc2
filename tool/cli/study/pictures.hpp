// The pictures of a study's models.
#pragma once

#include "study/analysis.hpp"

namespace proxima::cli {

/// Draws models with their measurements into `pictures/` of the study, and removes what an earlier
/// call has drawn of models that there are no longer. Does not throw: answers do not need pictures;
/// what fails is said.
void draw_pictures(const StudyContext& context, const StudyResult& result);

} // namespace proxima::cli
