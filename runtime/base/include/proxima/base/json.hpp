// Reads JSON whose values know their place in the file, so that messages can name the line.
//
//     const std::filesystem::path file = "study.json";
//     const auto json = base::parse_located_json(file, "{\"name\": \"hydro\", \"runs\": 3}");
//     base::LocatedObject study(file, json, "a study");
//     const std::string name = study.name("name");
//     const std::uint64_t runs = study.count("runs");
//     study.refuse_others(); // throws for a misspelt key, with its line
//
// Ownership: LocatedJson is a value; a LocatedObject refers to its file name and JSON.
// Thread safety: threads may share const objects, as with plain values.
// Errors: all functions throw Error with the place of the wrong value.
#pragma once

#include <proxima/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::base {

struct LocatedJson {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    /// Place of the first character; of a string the one after the quote. Lines and columns, in
    /// bytes, count from 1.
    std::shared_ptr<const std::string> file;
    std::size_t line = 1;
    std::size_t column = 1;

    bool boolean = false;
    double number = 0;
    std::string text; ///< value of a string; digits of a number as they are written
    std::vector<LocatedJson> elements;
    struct Member;
    std::vector<Member> members; ///< in the order of the file; keys are unique

    const LocatedJson* find(std::string_view key) const;

    Place place() const { return {file ? *file : std::string(), line, column}; }

    /// Text for messages: "an object", "a string" ...
    static const char* describe(Kind kind);
};

struct LocatedJson::Member {
    LocatedJson key;
    LocatedJson value;
};

struct JsonSyntax {
    bool comments = false;      ///< true allows them
    std::size_t first_line = 1; ///< number of the text's first line
    std::size_t deepest = 32;   ///< most levels; destroying a tree recurses, so depth costs stack
    std::size_t most_members =
        4096; ///< most members of an object; finding a key visits all of them
};

/// Parses `text`; `file` is for messages. Throws Error if `text` is not JSON, nests too deeply, or
/// repeats a key.
LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               const JsonSyntax& syntax = {});

/// Reads the members of an object and refuses those that nobody asks for. File name and JSON must
/// outlive it.
class LocatedObject {
public:
    /// `what` names the object in messages: `a model`.
    LocatedObject(const std::filesystem::path& file, const LocatedJson& json, std::string what);

    /// The member, or nullptr if it is missing or null.
    const LocatedJson* optional(const std::string& key, LocatedJson::Kind kind);
    const LocatedJson& required(const std::string& key, LocatedJson::Kind kind);

    const std::string& name(const std::string& key); ///< a required string that is not empty
    std::string text(const std::string& key, const std::string& otherwise);
    std::optional<double> number(const std::string& key);
    std::uint64_t count(const std::string& key); ///< a whole number; 0 if missing

    /// Stores a member in `value`; a missing or null one leaves `value` as it is. Numbers must be
    /// finite and at least 0, whole numbers must fit into `value`.
    void read(const std::string& key, std::string& value);
    void read(const std::string& key, bool& value);
    void read(const std::string& key, double& value);
    void read(const std::string& key, std::uint64_t& value);
    void read(const std::string& key, std::int64_t& value);

    LocatedObject object(const std::string& key); ///< empty if missing
    /// The members of an object; empty if it is missing.
    const std::vector<LocatedJson::Member>& members(const std::string& key);
    /// The elements of an array, as any value, object or string; empty if it is missing.
    const std::vector<LocatedJson>& elements(const std::string& key);
    std::vector<LocatedObject> objects(const std::string& key);
    std::vector<std::string> texts(const std::string& key);

    /// Throws unless the member `format` is a number from 1 to `newest`.
    void require_format(std::uint64_t newest);

    /// Throws for a member that no call before has asked for.
    void refuse_others() const;

    /// Throws Error with the place of `at`.
    [[noreturn]] void fail(const LocatedJson& at, const std::string& problem) const;
    /// Throws unless `json` is of that kind; `name` is its name in the message.
    void require_kind(const LocatedJson& json, LocatedJson::Kind kind,
                      const std::string& name) const;

private:
    template <class Number>
    void read_whole(const std::string& key, Number& value, const char* expected);

    const std::filesystem::path& file_;
    const LocatedJson& json_;
    std::string what_;
    std::vector<std::string> known_;
};

} // namespace proxima::base
