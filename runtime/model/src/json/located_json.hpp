// JSON of models and selections: what is wrong with it is a model's Error.
#pragma once

#include <proxima/json/located_json.hpp>

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace proxima::model {

using json::LocatedJson;

/// `first_line` is the number of the text's first line. Throws Error if `text` is not JSON, nests
/// deeply or repeats a key.
LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               std::size_t first_line = 1);

} // namespace proxima::model
