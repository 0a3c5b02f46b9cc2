// The work that a selection file gives instead of a run.
#pragma once

#include "json/located_object.hpp"

#include <proxima/model/selection.hpp>

#include <filesystem>
#include <optional>
#include <vector>

namespace proxima::model {

/// Of "workload" and "calls" in a selection; unset if there is none. Throws Error.
std::optional<Workload> read_workload(const std::filesystem::path& file, LocatedObject& selection,
                                      const std::vector<Family>& families);

} // namespace proxima::model
