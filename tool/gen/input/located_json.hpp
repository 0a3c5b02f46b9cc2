// JSON of configurations, comments allowed: what is wrong with it is a UserError that points into
// it.
#pragma once

#include "model/port_model.hpp"

#include <proxima/json/located_json.hpp>

#include <filesystem>
#include <string>

namespace proxima::gen {

using json::LocatedJson;

SourcePosition position_of(const LocatedJson& value);

/// Throws UserError with file:line:column when the text is not JSON or a key is repeated.
LocatedJson parse_located_json(const std::string& file, const std::string& text);

/// Reads and parses a file; throws UserError when it cannot be read.
LocatedJson read_located_json(const std::filesystem::path& file);

} // namespace proxima::gen
