#include <proxima/base/json.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace proxima::base {
namespace {

// Counts the characters that the parser has consumed.
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

struct Position {
    std::size_t line;
    std::size_t column;
};

// Lines and columns of offsets in a text, asked for in ascending order.
class Positions {
public:
    Positions(std::string_view text, std::size_t first_line)
        : text_(text), first_line_(first_line), line_(first_line) {}

    Position at(std::size_t offset) {
        if (offset < counted_) {
            counted_ = line_start_ = 0;
            line_ = first_line_;
        }
        for (; counted_ < offset; ++counted_) {
            if (text_[counted_] == '\n') {
                ++line_;
                line_start_ = counted_ + 1;
            }
        }
        return {line_, offset - line_start_ + 1};
    }

private:
    std::string_view text_;
    std::size_t first_line_;
    std::size_t line_;
    std::size_t line_start_ = 0;
    std::size_t counted_ = 0;
};

// Builds the tree from nlohmann's events. When the parser reports a token, it has consumed exactly
// that token; for a number, one more character.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(const std::string& file, std::string_view text, const JsonSyntax& syntax,
                const std::size_t& taken)
        : file_(std::make_shared<const std::string>(file)), text_(text), syntax_(syntax),
          positions_(text, syntax.first_line), taken_(taken) {}

    bool null() override {
        add(LocatedJson::Kind::null);
        return true;
    }
    bool boolean(bool value) override {
        add(LocatedJson::Kind::boolean).boolean = value;
        return true;
    }
    bool number_integer(number_integer_t value) override {
        return number(static_cast<double>(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        return number(static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return number(value); }
    bool string(string_t& value) override {
        add(LocatedJson::Kind::string).text = value;
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
        place(key);
        LocatedJson& object = *open_.back();
        if (object.find(name) != nullptr) {
            throw Error(key.place(), "the key \"" + name + "\" is repeated; keep one of them");
        }
        if (object.members.size() == syntax_.most_members) {
            throw Error(key.place(), "an object with too many members; is this the right file?");
        }
        object.members.push_back({std::move(key), {}});
        return true;
    }

    bool parse_error(std::size_t read, const std::string&,
                     const nlohmann::json::exception& error) override {
        // The message is "[json.exception...] parse error at line 1, column 2: what", or lacks the
        // place.
        std::string what = error.what();
        what.erase(0, what.starts_with("[") ? what.find("] ") + 2 : 0);
        const std::size_t colon = what.find(": ");
        const Position at = positions_.at(std::min(read == 0 ? 0 : read - 1, text_.size()));
        throw Error(Place{*file_, at.line, at.column},
                    "not valid JSON: " +
                        (colon == std::string::npos ? what : what.substr(colon + 2)));
    }

    LocatedJson take() { return std::move(root_); }

private:
    LocatedJson& add(LocatedJson::Kind kind) {
        LocatedJson* slot = &root_;
        if (!open_.empty()) {
            LocatedJson& parent = *open_.back();
            slot = parent.kind == LocatedJson::Kind::array ? &parent.elements.emplace_back()
                                                           : &parent.members.back().value;
        }
        slot->kind = kind;
        place(*slot);
        return *slot;
    }
    // The parser has consumed one character more, so the end is sought in the text.
    bool number(double value) {
        const std::size_t start = skip_to_token();
        LocatedJson& made = add(LocatedJson::Kind::number);
        made.number = value;
        token_end_ = std::min(text_.find_first_not_of("+-.0123456789eE", start), text_.size());
        made.text = text_.substr(start, token_end_ - start);
        return true;
    }
    bool open(LocatedJson::Kind kind) {
        LocatedJson& made = add(kind);
        if (open_.size() == syntax_.deepest) {
            throw Error(made.place(), "nested too deeply; such a file has few levels");
        }
        open_.push_back(&made);
        return true;
    }
    bool close() {
        open_.pop_back();
        token_end_ = taken_;
        return true;
    }

    // Sets the place of the token that has just been reported.
    void place(LocatedJson& value) {
        const std::size_t at = skip_to_token();
        token_end_ = std::max(taken_, at);
        const bool is_quoted = at < text_.size() && text_[at] == '"';
        const Position position = positions_.at(is_quoted ? at + 1 : at);
        value.file = file_;
        value.line = position.line;
        value.column = position.column;
    }

    // The start of the token just reported: the first character after the previous token that is
    // not white space, punctuation or a comment.
    std::size_t skip_to_token() const {
        std::size_t at = token_end_;
        while (at < text_.size()) {
            if (text_.compare(at, 2, "//") == 0) {
                at = std::min(text_.find('\n', at), text_.size());
            } else if (text_.compare(at, 2, "/*") == 0) {
                at = std::min(text_.find("*/", at), text_.size() - 2) + 2;
            } else if (std::string_view(" \t\r\n,:").find(text_[at]) != std::string_view::npos) {
                ++at;
            } else {
                break;
            }
        }
        return at;
    }

    std::shared_ptr<const std::string> file_;
    std::string_view text_;
    const JsonSyntax& syntax_;
    Positions positions_;
    const std::size_t& taken_;
    std::size_t token_end_ = 0;
    LocatedJson root_;
    std::vector<LocatedJson*> open_;
};

} // namespace

const LocatedJson* LocatedJson::find(std::string_view key) const {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& member) { return member.key.text == key; });
    return found == members.end() ? nullptr : &found->value;
}

const char* LocatedJson::describe(Kind kind) {
    constexpr const char* descriptions[] = {"null",     "true or false", "a number",
                                            "a string", "an array",      "an object"};
    return descriptions[static_cast<std::size_t>(kind)];
}

LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               const JsonSyntax& syntax) {
    std::size_t taken = 0;
    TreeBuilder builder(file.string(), text, syntax, taken);
    nlohmann::json::sax_parse(CountingIterator(text.data(), &taken),
                              CountingIterator(text.data() + text.size(), &taken), &builder,
                              nlohmann::json::input_format_t::json, true, syntax.comments);
    return builder.take();
}

} // namespace proxima::base
