#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_set>
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

// Returns the end of the string whose opening quote is at `start`.
std::size_t end_of_string(std::string_view text, std::size_t start) {
    std::size_t at = start + 1;
    while (text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

// Returns the end of the comment that begins at `start`.
std::size_t end_of_comment(std::string_view text, std::size_t start) {
    return text.compare(start, 2, "//") == 0
               ? std::min(text.find('\n', start), text.size())
               : std::min(text.find("*/", start + 2), text.size() - 2) + 2;
}

// Returns the end of the array or object whose opening bracket is at `start`.
std::size_t end_of_nested(std::string_view text, std::size_t start) {
    std::size_t depth = 0;
    std::size_t at = start;
    do {
        const char c = text[at];
        depth += c == '[' || c == '{' ? 1 : 0;
        depth -= c == ']' || c == '}' ? 1 : 0;
        at = c == '"' ? end_of_string(text, at) : c == '/' ? end_of_comment(text, at) : at + 1;
    } while (depth > 0);
    return at;
}

} // namespace

// The values lie in the order of the text; behind an array or object follows what is in it.
struct LocatedJson::Document {
    struct Value {
        std::uint32_t offset;
        std::uint32_t next; // index of the value behind this one and all in it
        std::uint32_t line;
        std::uint32_t column;
    };

    std::string file;
    std::string text;
    std::vector<Value> values;
};

// Builds a document from nlohmann's events. When the parser reports a token, it has consumed
// exactly that token; for a number, one more character.
class LocatedJson::Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(Document& document, const JsonSyntax& syntax, const std::size_t& taken)
        : document_(document), text_(document.text), syntax_(syntax),
          positions_(text_, syntax.first_line), taken_(taken),
          token_end_(text_.starts_with("\xEF\xBB\xBF") ? 3 : 0) {} // a byte order mark

    bool null() override { return add_scalar(); }
    bool boolean(bool) override { return add_scalar(); }
    bool number_integer(number_integer_t) override { return add_number(); }
    bool number_unsigned(number_unsigned_t) override { return add_number(); }
    bool number_float(number_float_t, const string_t&) override { return add_number(); }
    bool string(string_t&) override { return add_scalar(); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const auto at = add();
        auto& keys = open_.back().keys;
        if (!keys.insert(name).second) {
            throw Error(place_of(at), "the key \"" + name + "\" is repeated; keep one of them");
        }
        if (keys.size() > syntax_.most_members) {
            throw Error(place_of(at), "an object with too many members; is this the right file?");
        }
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
        throw Error(Place{document_.file, at.line, at.column},
                    "not valid JSON: " +
                        (colon == std::string::npos ? what : what.substr(colon + 2)));
    }

private:
    struct Open {
        std::uint32_t index;
        std::unordered_set<std::string> keys;
    };

    Place place_of(std::uint32_t index) const {
        const auto& value = document_.values[index];
        return {document_.file, value.line, value.column};
    }

    // Adds the token that has just been reported.
    std::uint32_t add() {
        const std::size_t at = skip_to_token();
        token_end_ = std::max(taken_, at);
        const auto position = positions_.at(text_[at] == '"' ? at + 1 : at);
        const auto index = static_cast<std::uint32_t>(document_.values.size());
        document_.values.push_back({static_cast<std::uint32_t>(at), index + 1,
                                    static_cast<std::uint32_t>(position.line),
                                    static_cast<std::uint32_t>(position.column)});
        return index;
    }
    bool add_scalar() {
        add();
        return true;
    }
    // The parser has consumed one character more, so the end is sought in the text.
    bool add_number() {
        const auto start = document_.values[add()].offset;
        token_end_ = std::min(text_.find_first_not_of("+-.0123456789eE", start), text_.size());
        return true;
    }
    bool open() {
        const auto at = add();
        if (open_.size() == syntax_.deepest) {
            throw Error(place_of(at), "nested too deeply; such a file has few levels");
        }
        open_.push_back({at, {}});
        return true;
    }
    bool close() {
        document_.values[open_.back().index].next =
            static_cast<std::uint32_t>(document_.values.size());
        open_.pop_back();
        token_end_ = taken_;
        return true;
    }

    // The start of the token just reported: the first character after the previous token that is
    // not white space, punctuation or a comment.
    std::size_t skip_to_token() const {
        std::size_t at = token_end_;
        while (at < text_.size()) {
            if (text_[at] == '/') {
                at = end_of_comment(text_, at);
            } else if (std::string_view(" \t\r\n,:").find(text_[at]) != std::string_view::npos) {
                ++at;
            } else {
                break;
            }
        }
        return at;
    }

    Document& document_;
    std::string_view text_;
    const JsonSyntax& syntax_;
    Positions positions_;
    const std::size_t& taken_;
    std::size_t token_end_;
    std::vector<Open> open_;
};

LocatedJson::LocatedJson() {
    static const auto nothing =
        std::make_shared<const Document>(Document{"", "null", {{0, 1, 1, 1}}});
    document_ = nothing;
}

LocatedJson::Kind LocatedJson::kind() const {
    switch (document_->text[document_->values[index_].offset]) {
    case 'n':
        return Kind::null;
    case 't':
    case 'f':
        return Kind::boolean;
    case '"':
        return Kind::string;
    case '[':
        return Kind::array;
    case '{':
        return Kind::object;
    default:
        return Kind::number;
    }
}

Place LocatedJson::place() const {
    const auto& value = document_->values[index_];
    return {document_->file, value.line, value.column};
}

std::size_t LocatedJson::line() const {
    return document_->values[index_].line;
}

std::string_view LocatedJson::source() const {
    const std::string_view text = document_->text;
    const std::size_t start = document_->values[index_].offset;
    switch (kind()) {
    case Kind::string:
        return text.substr(start, end_of_string(text, start) - start);
    case Kind::array:
    case Kind::object:
        return text.substr(start, end_of_nested(text, start) - start);
    default:
        return text.substr(start, text.find_first_not_of("+-.0123456789Eaeflnrstu", start) - start);
    }
}

double LocatedJson::number() const {
    return kind() == Kind::number ? number_of<double>(source()).value_or(0) : 0;
}

std::string LocatedJson::text() const {
    const auto written = source();
    if (kind() != Kind::string) {
        return std::string(written);
    }
    return written.find('\\') == std::string_view::npos
               ? std::string(written.substr(1, written.size() - 2))
               : nlohmann::json::parse(written).get<std::string>();
}

std::uint32_t LocatedJson::next() const {
    return document_->values[index_].next;
}

LocatedJson::Children<LocatedJson> LocatedJson::elements() const {
    return kind() == Kind::array ? Children<LocatedJson>(at(index_ + 1), next())
                                 : Children<LocatedJson>();
}

LocatedJson::Children<LocatedJson::Member> LocatedJson::members() const {
    return kind() == Kind::object ? Children<Member>(at(index_ + 1), next()) : Children<Member>();
}

std::optional<LocatedJson> LocatedJson::find(std::string_view key) const {
    for (const auto& [name, value] : members()) {
        const auto quoted = name.source();
        if (quoted.find('\\') == std::string_view::npos ? quoted.substr(1, quoted.size() - 2) == key
                                                        : name.text() == key) {
            return value;
        }
    }
    return std::nullopt;
}

const char* LocatedJson::describe(Kind kind) {
    constexpr const char* descriptions[] = {"null",     "true or false", "a number",
                                            "a string", "an array",      "an object"};
    return descriptions[static_cast<std::size_t>(kind)];
}

void refuse_tiny_elements(const LocatedJson& array, std::size_t least_bytes) {
    constexpr std::size_t many = 4096;
    const auto count = array.elements().size();
    if (count > many && array.source().size() / count < least_bytes) {
        throw Error(array.place(), "an array of " + std::to_string(count) +
                                       " elements; more than " + std::to_string(many) +
                                       " must have " + std::to_string(least_bytes) +
                                       " bytes each; is this the right file?");
    }
}

LocatedJson parse_located_json(const std::filesystem::path& file, std::string text,
                               const JsonSyntax& syntax) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        throw Error(file, "has more than 4 GiB; is this the right file?");
    }
    auto document = std::make_shared<LocatedJson::Document>();
    document->file = file.string();
    document->text = std::move(text);
    // The most that fit; pages that stay unused take no memory, copies of a growing list would.
    document->values.reserve(document->text.size() / 2 + 1);
    const std::string_view all = document->text;
    std::size_t taken = 0;
    LocatedJson::Builder builder(*document, syntax, taken);
    nlohmann::json::sax_parse(CountingIterator(all.data(), &taken),
                              CountingIterator(all.data() + all.size(), &taken), &builder,
                              nlohmann::json::input_format_t::json, true, syntax.comments);
    return {std::move(document), 0};
}

} // namespace proxima::base
