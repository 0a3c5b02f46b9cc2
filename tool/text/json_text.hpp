// Pieces of JSON, and names from runs, for files that other programs read.
#pragma once

#include <proxima/base/utf8.hpp>

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace proxima::text {

// Appends `text` as a JSON string; bytes that are not UTF-8 become U+FFFD.
void append_json_string(fmt::memory_buffer& out, std::string_view text);

// Appends the shortest decimal that reads back as `value`; JSON has no NaN or infinity, so those
// become null.
void append_json_number(fmt::memory_buffer& out, double value);

// JSON in one line, or with lines that are indented; bytes that are not UTF-8 become U+FFFD,
// numbers that are not finite null.
std::string json_text(const nlohmann::ordered_json& json, int indentation = -1);

// UTF-8; invalid bytes become U+FFFD.
using base::utf8_text;

// UTF-8 without control characters: invalid bytes become U+FFFD, control characters `?`.
std::string clean_text(std::string_view text);

} // namespace proxima::text
