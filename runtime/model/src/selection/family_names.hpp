// The names of instances in selection files.
#pragma once

#include "json/located_object.hpp"

#include <proxima/model/selection.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::model {

/// The instance that a file names, itself or by its family. Throws Error if there is none.
std::string instance_named(const std::vector<Family>& families, const std::filesystem::path& file,
                           const LocatedJson& json);

/// Of an instance that there is.
const Family& family_of(const std::vector<Family>& families, const std::string& instance);

} // namespace proxima::model
