// Conditions on parameters, as people write them.
#pragma once

#include <proxima/knowledge/knowledge_base.hpp>

#include <string>

namespace proxima::cli {

/// `n=100`, `n=100..1000`, `n>=100`, `n<=1000`, `mode=strided`. Throws UsageError.
knowledge::ParameterFilter parameter_filter(const std::string& condition);

} // namespace proxima::cli
