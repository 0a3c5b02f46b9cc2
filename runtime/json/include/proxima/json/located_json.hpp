// JSON in which every value knows where it stands: messages about a file point into it.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::json {

struct LocatedJson {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    /// Where it begins; a string with its first character after the quote. Lines and columns, in
    /// bytes, count from 1.
    std::shared_ptr<const std::string> file;
    std::size_t line = 1;
    std::size_t column = 1;

    bool boolean = false;
    double number = 0;
    std::string text; ///< of a string: its value; of a number: as it is written
    std::vector<LocatedJson> elements;
    struct Member;
    std::vector<Member> members; ///< in order, no key twice

    const LocatedJson* find(std::string_view key) const;

    /// "an object", "a string", ...: for messages.
    static const char* describe(Kind kind);
};

struct LocatedJson::Member {
    LocatedJson key;
    LocatedJson value;
};

/// The text is not JSON, or more than a file of its kind may be.
class Error : public std::runtime_error {
public:
    Error(std::size_t line, std::size_t column, const std::string& message)
        : std::runtime_error(message), line_(line), column_(column) {}

    std::size_t line() const noexcept { return line_; }
    std::size_t column() const noexcept { return column_; }

private:
    std::size_t line_;
    std::size_t column_;
};

struct JsonSyntax {
    bool comments = false;           ///< whether they are allowed
    std::size_t first_line = 1;      ///< the number of the text's first line
    std::size_t deepest = 32;        ///< trees are destroyed recursively, so depth costs stack
    std::size_t most_members = 4096; ///< of an object: looking for a key goes through all of them
};

/// Throws Error if `text` is not JSON, nests deeply, or repeats a key.
LocatedJson parse_located_json(const std::string& file, std::string_view text,
                               const JsonSyntax& syntax = {});

} // namespace proxima::json
