#include "input/located_json.hpp"

#include "input/user_error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>

namespace proxima::gen {
namespace {

/// Trees are destroyed recursively, so depth costs stack.
constexpr std::size_t deepest = 100;

/// Characters of the text, counted as the parser takes them.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        ++at_;
        ++*taken_;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    std::size_t* taken_;
};

/// Builds the tree from nlohmann's events. The parser has taken exactly a token when it reports it,
/// numbers apart.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(const std::string& file, const std::string& text, const std::size_t& taken)
        : file_(&file), text_(&text), taken_(&taken) {}

    bool null() override { return place(LocatedJson::Kind::null); }
    bool boolean(bool value) override {
        LocatedJson& made = add(LocatedJson::Kind::boolean);
        made.boolean = value;
        return true;
    }
    bool number_integer(number_integer_t) override { return number(); }
    bool number_unsigned(number_unsigned_t) override { return number(); }
    bool number_float(number_float_t, const string_t&) override { return number(); }
    bool string(string_t& value) override {
        LocatedJson& made = add(LocatedJson::Kind::string);
        made.text = value;
        return true;
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(LocatedJson::Kind::object); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(LocatedJson::Kind::array); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        LocatedJson key;
        key.kind = LocatedJson::Kind::string;
        key.text = name;
        key.position = position_of_token();
        auto& members = open_.back()->members;
        if (std::any_of(members.begin(), members.end(),
                        [&](const auto& m) { return m.key.text == name; })) {
            throw UserError(key.position, "the key \"" + name + "\" is repeated, keep one of them");
        }
        members.push_back({std::move(key), {}});
        return true;
    }

    bool parse_error(std::size_t read, const std::string&,
                     const nlohmann::json::exception& error) override {
        const std::string what = error.what();
        const std::size_t colon = what.rfind(": ");
        throw UserError(position_at(std::min(read == 0 ? 0 : read - 1, text_->size())),
                        "not valid JSON: " +
                            (colon == std::string::npos ? what : last_words(what)));
    }

    LocatedJson take() { return std::move(root_); }

private:
    static std::string last_words(const std::string& what) {
        static const std::regex prefix(R"(^\[.*?\] parse error at line \d+, column \d+: )");
        return std::regex_replace(what, prefix, "");
    }

    LocatedJson& add(LocatedJson::Kind kind) {
        LocatedJson* slot = &root_;
        if (!open_.empty()) {
            LocatedJson& parent = *open_.back();
            slot = parent.kind == LocatedJson::Kind::array ? &parent.elements.emplace_back()
                                                           : &parent.members.back().value;
        }
        slot->kind = kind;
        slot->position = position_of_token();
        return *slot;
    }
    bool place(LocatedJson::Kind kind) {
        add(kind);
        return true;
    }
    /// The parser has to take a character more to know where a number ends.
    bool number() {
        const std::size_t start = skip_to_token();
        LocatedJson& made = add(LocatedJson::Kind::number);
        token_end_ = std::min(text_->find_first_not_of("+-.0123456789eE", start), text_->size());
        made.text = text_->substr(start, token_end_ - start);
        return true;
    }
    bool open(LocatedJson::Kind kind) {
        LocatedJson& made = add(kind);
        if (open_.size() == deepest) {
            throw UserError(made.position, "nested too deeply, a configuration has few levels");
        }
        open_.push_back(&made);
        return true;
    }
    bool close() {
        open_.pop_back();
        token_end_ = *taken_;
        return true;
    }

    SourcePosition position_of_token() {
        const std::size_t at = skip_to_token();
        token_end_ = std::max(*taken_, at);
        return position_at(at < text_->size() && (*text_)[at] == '"' ? at + 1 : at);
    }

    /// The start of the token just reported: the first character after the previous token that is
    /// not white space, punctuation or a comment.
    std::size_t skip_to_token() const {
        std::size_t at = token_end_;
        while (at < text_->size()) {
            if (text_->compare(at, 2, "//") == 0) {
                at = std::min(text_->find('\n', at), text_->size());
            } else if (text_->compare(at, 2, "/*") == 0) {
                at = std::min(text_->find("*/", at), text_->size() - 2) + 2;
            } else if (std::string_view(" \t\r\n,:").find((*text_)[at]) != std::string_view::npos) {
                ++at;
            } else {
                break;
            }
        }
        return at;
    }

    SourcePosition position_at(std::size_t offset) const {
        const auto end = text_->begin() + static_cast<std::ptrdiff_t>(offset);
        const auto line = 1 + std::count(text_->begin(), end, '\n');
        const std::size_t newline =
            offset == 0 ? std::string::npos : text_->rfind('\n', offset - 1);
        const std::size_t column = newline == std::string::npos ? offset + 1 : offset - newline;
        return {*file_, static_cast<unsigned>(line), static_cast<unsigned>(column)};
    }

    const std::string* file_;
    const std::string* text_;
    const std::size_t* taken_;
    std::size_t token_end_ = 0;
    LocatedJson root_;
    std::vector<LocatedJson*> open_;
};

} // namespace

const char* LocatedJson::describe(Kind kind) {
    switch (kind) {
    case Kind::null:
        return "null";
    case Kind::boolean:
        return "true or false";
    case Kind::number:
        return "a number";
    case Kind::string:
        return "a string";
    case Kind::array:
        return "an array";
    case Kind::object:
        return "an object";
    }
    return "";
}

LocatedJson parse_located_json(const std::string& file, const std::string& text) {
    std::size_t taken = 0;
    TreeBuilder builder(file, text, taken);
    nlohmann::json::sax_parse(CountingIterator(text.data(), &taken),
                              CountingIterator(text.data() + text.size(), &taken), &builder,
                              nlohmann::json::input_format_t::json, true, true);
    return builder.take();
}

LocatedJson read_located_json(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        throw UserError("the configuration " + file.string() +
                        " cannot be read, check its name and permissions");
    }
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return parse_located_json(file.string(), text);
}

} // namespace proxima::gen
