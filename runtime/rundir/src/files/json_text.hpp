// Turning what the JSON library reports into errors of this library.
#pragma once

#include <proxima/rundir/error.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace proxima::rundir {

/// The library's message without its own prefix, which names an exception class that no user knows.
inline std::string plain_message(const nlohmann::json::exception& error) {
    const std::string text = error.what();
    const auto prefix = text.find("] ");
    return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// Calls `parse` and throws Error instead of what the JSON library throws.
template <typename Parse>
auto with_plain_errors(const std::filesystem::path& file, Parse parse) {
    try {
        return parse();
    } catch (const nlohmann::json::parse_error& error) {
        throw Error(file, error.byte, "not valid JSON: " + plain_message(error));
    } catch (const nlohmann::json::exception& error) {
        throw Error(file, plain_message(error));
    }
}

} // namespace proxima::rundir
