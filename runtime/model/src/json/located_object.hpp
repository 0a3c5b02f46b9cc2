// JSON of models and selections: what is wrong with it is a model's Error.
#pragma once

#include <proxima/json/located_object.hpp>
#include <proxima/model/error.hpp>

namespace proxima::model {

using json::LocatedJson;
using LocatedObject = json::LocatedObject<Error>;

inline LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                                      std::size_t first_line = 1) {
    return json::located_json_of<Error>(file, text, first_line);
}

} // namespace proxima::model
