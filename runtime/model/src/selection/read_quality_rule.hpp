// What a selection file says of a quality.
#pragma once

#include "json/located_object.hpp"

#include <proxima/model/selection.hpp>

#include <filesystem>

namespace proxima::model {

/// Throws Error.
QualityRule read_quality_rule(const std::filesystem::path& file, const LocatedJson::Member& rule);

} // namespace proxima::model
