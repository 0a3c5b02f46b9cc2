#include "json/located_json.hpp"

#include <proxima/model/error.hpp>

namespace proxima::model {

LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               std::size_t first_line) {
    json::JsonSyntax syntax;
    syntax.first_line = first_line;
    try {
        return json::parse_located_json(file.string(), text, syntax);
    } catch (const json::Error& error) {
        throw Error(file, error.line(), error.what());
    }
}

} // namespace proxima::model
