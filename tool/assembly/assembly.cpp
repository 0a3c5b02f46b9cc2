#include "assembly.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace proxima::assembly {

AssemblyError::AssemblyError(const Place& place, std::string_view message)
    : std::runtime_error(place.line == 0
                             ? fmt::format("{}: error: {}", place.file, message)
                             : fmt::format("{}:{}: error: {}", place.file, place.line, message)) {
}

Assembly read_assembly(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        throw AssemblyError({file, 0}, "the assembly cannot be read; check its name and "
                                       "permissions");
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return std::filesystem::path(file).extension() == ".json" ? parse_json(file, text)
                                                              : parse_script(file, text);
}

} // namespace proxima::assembly
