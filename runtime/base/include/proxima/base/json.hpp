// JSON in which every value knows where it stands: messages about a file point into it.
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

    Place place() const { return {file ? *file : std::string(), line, column}; }

    /// "an object", "a string", ...: for messages.
    static const char* describe(Kind kind);
};

struct LocatedJson::Member {
    LocatedJson key;
    LocatedJson value;
};

struct JsonSyntax {
    bool comments = false;           ///< whether they are allowed
    std::size_t first_line = 1;      ///< the number of the text's first line
    std::size_t deepest = 32;        ///< trees are destroyed recursively, so depth costs stack
    std::size_t most_members = 4096; ///< of an object: looking for a key goes through all of them
};

/// Throws Error, of which a line of `file` is the place, if `text` is not JSON, nests deeply, or
/// repeats a key.
LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               const JsonSyntax& syntax = {});

/// Takes an object apart: it may have only the members that are asked for. A mistake is an Error at
/// its line. File and JSON must outlive it.
class LocatedObject {
public:
    /// `what` is how messages call it: `a model`.
    LocatedObject(const std::filesystem::path& file, const LocatedJson& json, std::string what);

    /// Null if there is none, or it is null.
    const LocatedJson* optional(const std::string& key, LocatedJson::Kind kind);
    const LocatedJson& required(const std::string& key, LocatedJson::Kind kind);

    const std::string& name(const std::string& key); ///< required, not empty
    std::string text(const std::string& key, const std::string& otherwise);
    std::optional<double> number(const std::string& key);
    std::uint64_t count(const std::string& key); ///< a whole number; 0 if there is none

    /// Stores a member in `value`; a missing or null one leaves `value` as it is. Numbers must be
    /// finite and at least 0, whole numbers must fit into `value`.
    void read(const std::string& key, std::string& value);
    void read(const std::string& key, bool& value);
    void read(const std::string& key, double& value);
    void read(const std::string& key, std::uint64_t& value);
    void read(const std::string& key, std::int64_t& value);

    LocatedObject object(const std::string& key); ///< an empty one if there is none
    /// Of an object; none if there is no such one.
    const std::vector<LocatedJson::Member>& members(const std::string& key);
    /// Of an array, as the next two; none if there is no such one.
    const std::vector<LocatedJson>& elements(const std::string& key);
    std::vector<LocatedObject> objects(const std::string& key);
    std::vector<std::string> texts(const std::string& key);

    /// Throws unless the member `format` is a number from 1 to `newest`.
    void require_format(std::uint64_t newest);

    /// Call it last: throws for a member that was not asked for.
    void refuse_others() const;

    [[noreturn]] void fail(const LocatedJson& at, const std::string& problem) const;
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
