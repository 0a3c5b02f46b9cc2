// JSON with comments, in which every value knows where it stands: errors of a configuration point
// into its file.
#pragma once

#include "model/port_model.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace proxima::gen {

struct LocatedJson {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    SourcePosition position; ///< of a string: of its first character after the quote
    bool boolean = false;
    std::string text; ///< of a string: its value; of a number: as it is written
    std::vector<LocatedJson> elements;
    struct Member;
    std::vector<Member> members; ///< in order

    /// "an object", "a string", ...: for messages.
    static const char* describe(Kind kind);
};

struct LocatedJson::Member {
    LocatedJson key;
    LocatedJson value;
};

/// Throws UserError with file:line:column when the text is not JSON or a key is repeated.
LocatedJson parse_located_json(const std::string& file, const std::string& text);

/// Reads and parses a file; throws UserError when it cannot be read.
LocatedJson read_located_json(const std::filesystem::path& file);

} // namespace proxima::gen
