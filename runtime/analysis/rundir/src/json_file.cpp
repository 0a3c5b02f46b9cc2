#include "json_file.hpp"

#include <proxima/base/text.hpp>

#include <cmath>

namespace proxima::rundir {
namespace {

using base::LocatedJson;
using Kind = LocatedJson::Kind;

// Parses the text, because a double would round the ticks of a clock.
template <class Number>
void read_whole(Members& members, const char* key, Number& value, const char* expected) {
    if (const auto* found = members.optional(key, Kind::number)) {
        const auto number = base::number_of<Number>(found->text);
        if (!number) {
            members.fail(*found, std::string("\"") + key + "\" is not " + expected);
        }
        value = *number;
    }
}

} // namespace

LocatedJson parse_json_file(const std::filesystem::path& file, std::string_view text,
                            const std::string& what) {
    constexpr std::uint64_t supported_format = 1;
    auto json = base::parse_located_json(file, text);
    Members members(file, json, what);
    std::uint64_t format = 0;
    read(members, "format", format);
    if (format == 0) {
        throw base::Error(file, "is not " + what + ": it names no `format`");
    }
    if (format > supported_format) {
        throw base::Error(file, "has format " + std::to_string(format) + ", this proxima reads up to " +
                              std::to_string(supported_format) + "; use a newer one");
    }
    return json;
}

void read(Members& members, const char* key, std::string& value) {
    value = members.text(key, value);
}

void read(Members& members, const char* key, bool& value) {
    if (const auto* found = members.optional(key, Kind::boolean)) {
        value = found->boolean;
    }
}

void read(Members& members, const char* key, double& value) {
    if (const auto* found = members.optional(key, Kind::number)) {
        value = found->number;
        if (!std::isfinite(value) || value < 0) {
            members.fail(*found, std::string("\"") + key + "\" is not a number from 0");
        }
    }
}

void read(Members& members, const char* key, std::uint64_t& value) {
    read_whole(members, key, value, "a whole number from 0");
}

void read(Members& members, const char* key, std::int64_t& value) {
    read_whole(members, key, value, "a whole number");
}

} // namespace proxima::rundir
