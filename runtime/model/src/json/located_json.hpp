// JSON in which every value knows its line: messages about a file point into it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::model {

struct LocatedJson {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    std::size_t line = 1;
    double number = 0; ///< 1 or 0 of a boolean
    std::string text;
    std::vector<LocatedJson> elements;
    struct Member;
    std::vector<Member> members; ///< in order, no key twice

    const LocatedJson* find(std::string_view key) const;

    /// `an object`, `a string` ...: for messages.
    static const char* describe(Kind kind);
};

struct LocatedJson::Member {
    std::string key;
    LocatedJson value;
};

/// `first_line` is the number of the text's first line. Throws Error if `text` is not JSON, nests
/// deeply or repeats a key.
LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               std::size_t first_line = 1);

} // namespace proxima::model
