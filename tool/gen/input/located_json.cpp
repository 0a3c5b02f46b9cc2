#include "input/located_json.hpp"

#include "input/user_error.hpp"

#include <fstream>
#include <iterator>

namespace proxima::gen {
namespace {

SourcePosition position(const std::string& file, std::size_t line, std::size_t column) {
    return {file, static_cast<unsigned>(line), static_cast<unsigned>(column)};
}

} // namespace

SourcePosition position_of(const LocatedJson& value) {
    return position(*value.file, value.line, value.column);
}

LocatedJson parse_located_json(const std::string& file, const std::string& text) {
    json::JsonSyntax syntax;
    syntax.comments = true;
    try {
        return json::parse_located_json(file, text, syntax);
    } catch (const json::Error& error) {
        throw UserError(position(file, error.line(), error.column()), error.what());
    }
}

LocatedJson read_located_json(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        throw UserError("the configuration " + file.string() +
                        " cannot be read, check its name and permissions");
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return parse_located_json(file.string(), text);
}

} // namespace proxima::gen
