// The rows of a call graph file: objects of numbers.
#pragma once

#include "files/json_cursor.hpp"

#include <proxima/rundir/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::rundir {

/// Which row of which array, for messages.
struct RowName {
    const std::filesystem::path& file;
    const char* array;
    std::size_t number;

    std::string text() const { return "row " + std::to_string(number) + " of `" + array + "`"; }

    [[noreturn]] void refuse(std::string_view key, const std::string& problem) const {
        throw Error(file, text() + ": `" + std::string(key) + "` " + problem);
    }
};

/// The end of a message about `value`, which may be nested too deep, or too long, to be written.
inline std::string shown(std::string_view value) {
    constexpr std::size_t longest = 40;
    return value.front() == '{' || value.front() == '[' || value.size() > longest
               ? std::string()
               : ": " + std::string(value);
}

/// A number, and how it is written; or any other value, and no number.
struct MaybeNumber {
    bool is_number;
    JsonNumber number;
    std::string_view text;
};

inline MaybeNumber read_maybe_number(JsonCursor& json) {
    const char c = json.peek();
    if (c != '-' && (c < '0' || c > '9')) {
        return {false, {}, json.skip()};
    }
    const auto* const first = json.position();
    const auto number = json.number();
    return {true, number, {first, static_cast<std::size_t>(json.position() - first)}};
}

inline std::uint64_t read_count(JsonCursor& json, const RowName& row, std::string_view key) {
    const auto value = read_maybe_number(json);
    if (!value.is_number || !value.number.is_unsigned()) {
        row.refuse(key, "is not a whole number" + shown(value.text));
    }
    return value.number.magnitude;
}

/// A number that is finite and not negative: a time, or a count.
inline double checked_time(const MaybeNumber& value, const RowName& row, std::string_view key) {
    if (!value.is_number || !std::isfinite(value.number.value)) {
        row.refuse(key, "is not a number" + shown(value.text));
    }
    if (value.number.value < 0) {
        row.refuse(key, "is negative" + shown(value.text));
    }
    return value.number.value;
}

inline double read_time(JsonCursor& json, const RowName& row, std::string_view key) {
    return checked_time(read_maybe_number(json), row, key);
}

/// Takes the next value; empty if it is no text.
inline std::string read_optional_text(JsonCursor& json) {
    if (json.peek() == '"') {
        return std::string(json.string());
    }
    json.skip();
    return {};
}

} // namespace proxima::rundir
