// Which models somebody gets, and for which machine.
#pragma once

#include "kb/kb_options.hpp"

#include <proxima/knowledge/knowledge_base.hpp>

#include <vector>

namespace proxima::cli {

/// The models that the filters ask for. Says in one line which of them were measured on another
/// machine than the one they are wanted for. Throws knowledge::Error and UsageError.
std::vector<knowledge::StoredModel> choose_models(const KbOptions& options);

} // namespace proxima::cli
