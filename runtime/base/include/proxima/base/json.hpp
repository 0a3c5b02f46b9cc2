// Reads JSON whose values know their place in the file, so that messages can name the line.
//
//     const std::filesystem::path file = "study.json";
//     const auto json = base::parse_located_json(file, "{\"name\": \"hydro\", \"runs\": 3}");
//     base::LocatedObject study(file, json, "a study");
//     const std::string name = study.name("name");
//     const std::uint64_t runs = study.count("runs");
//     study.refuse_others(); // throws for a misspelt key, with its line
//
// Ownership: LocatedJson shares the document; a LocatedObject refers to its file name.
// Thread safety: threads may share const objects, as with plain values.
// Errors: all functions throw Error with the place of the wrong value.
#pragma once

#include <proxima/base/error.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace proxima::base {

struct JsonSyntax {
    bool comments = false;      ///< true allows them
    std::size_t first_line = 1; ///< number of the text's first line
    std::size_t deepest = 32;   ///< most levels; each open object keeps its keys
    std::size_t most_members =
        4096; ///< most members of an object; finding a key visits all of them
};

/// A value of a document, which all its values share. A value takes 16 bytes beside the text, so
/// that a hostile file costs little more memory than its size: texts and numbers are decoded when
/// they are asked for.
class LocatedJson {
public:
    enum class Kind { null, boolean, number, string, array, object };
    struct Member;
    template <class Value>
    class Children;

    LocatedJson(); ///< null, in no file

    Kind kind() const;
    /// Place of the first character; of a string the one after the quote. Lines and columns, in
    /// bytes, count from 1.
    Place place() const;
    std::size_t line() const;

    bool boolean() const { return source() == "true"; }
    double number() const;           ///< 0 unless it is a number
    std::string text() const;        ///< value of a string; of others their source
    std::string_view source() const; ///< as the file has it; valid while a value of it lives

    Children<LocatedJson> elements() const; ///< of an array; else none
    Children<Member> members() const; ///< of an object, in the order of the file; keys are unique
    std::optional<LocatedJson> find(std::string_view key) const;

    /// Text for messages: "an object", "a string" ...
    static const char* describe(Kind kind);

private:
    struct Document;
    class Builder;
    friend LocatedJson parse_located_json(const std::filesystem::path& file, std::string text,
                                          const JsonSyntax& syntax);

    LocatedJson(std::shared_ptr<const Document> document, std::uint32_t index)
        : document_(std::move(document)), index_(index) {}

    std::uint32_t next() const; // index of the value behind this one and all in it
    LocatedJson at(std::uint32_t index) const { return {document_, index}; }

    std::shared_ptr<const Document> document_;
    std::uint32_t index_ = 0;
};

struct LocatedJson::Member {
    LocatedJson key;
    LocatedJson value;
};

/// The elements of an array, or the members of an object.
template <class Value>
class LocatedJson::Children : public std::ranges::view_interface<Children<Value>> {
public:
    class Iterator {
    public:
        using value_type = Value;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        explicit Iterator(LocatedJson at) : at_(std::move(at)) {}
        Value operator*() const {
            if constexpr (is_member) {
                return {at_, at_.at(at_.index_ + 1)};
            } else {
                return at_;
            }
        }
        Iterator& operator++() {
            at_.index_ = is_member ? at_.at(at_.index_ + 1).next() : at_.next();
            return *this;
        }
        Iterator operator++(int) {
            auto before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator& other) const { return at_.index_ == other.at_.index_; }

    private:
        LocatedJson at_;
    };

    Children() = default;
    Children(LocatedJson first, std::uint32_t end)
        : first_(std::move(first)), end_(first_.at(end)) {}

    Iterator begin() const { return Iterator(first_); }
    Iterator end() const { return Iterator(end_); }
    std::size_t size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }
    Value operator[](std::size_t index) const { return *std::next(begin(), std::ptrdiff_t(index)); }

private:
    static constexpr bool is_member = std::is_same_v<Value, Member>;

    LocatedJson first_;
    LocatedJson end_;
};

/// Parses `text`; `file` is for messages. Throws Error if `text` is not JSON, nests too deeply, or
/// repeats a key.
LocatedJson parse_located_json(const std::filesystem::path& file, std::string text,
                               const JsonSyntax& syntax = {});

/// Throws Error if an array has more than 4,096 elements that take fewer than `least_bytes` of the
/// file each. Values that are made of elements take more memory than these, so that a hostile file
/// of small ones would take many times its size.
void refuse_tiny_elements(const LocatedJson& array, std::size_t least_bytes);

/// Reads the members of an object and refuses those that nobody asks for. The file name must
/// outlive it.
class LocatedObject {
public:
    /// `what` names the object in messages: `a model`.
    LocatedObject(const std::filesystem::path& file, LocatedJson json, std::string what);

    /// The member, or nothing if it is missing or null.
    std::optional<LocatedJson> optional(const std::string& key, LocatedJson::Kind kind);
    LocatedJson required(const std::string& key, LocatedJson::Kind kind);

    std::string name(const std::string& key); ///< a required string that is not empty
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
    LocatedJson::Children<LocatedJson::Member> members(const std::string& key);
    /// The elements of an array, as any value, object or string; empty if it is missing.
    LocatedJson::Children<LocatedJson> elements(const std::string& key);
    /// Calls `read` with each element of an array, as a LocatedObject; returns the results.
    template <class Read>
    auto objects(const std::string& key, Read read) {
        const auto all = elements(key);
        refuse_tiny_elements(json_.find(key).value_or(LocatedJson()), 8);
        std::vector<std::invoke_result_t<Read, LocatedObject&>> results;
        results.reserve(all.size());
        for (auto&& element : all) {
            // NOLINTNEXTLINE(misc-const-correctness): `read` notes there which keys it has read
            LocatedObject object(file_, element, "an element of \"" + key + "\"");
            results.push_back(read(object));
        }
        return results;
    }
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
    LocatedJson json_;
    std::string what_;
    std::vector<std::string> known_;
};

} // namespace proxima::base
