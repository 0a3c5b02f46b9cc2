#include "json/located_json.hpp"

#include <proxima/model/error.hpp>

#include <nlohmann/json.hpp>

#include <iterator>

namespace proxima::model {
namespace {

/// Trees are destroyed recursively, so depth costs stack.
constexpr std::size_t deepest = 32;

/// Looking for a repeated key goes through all of them.
constexpr std::size_t most_members = 4096;

/// How far the parser has read.
struct Place {
    std::size_t line = 1;
    char last = 0;
};

/// Characters of the text; keeps count of the lines that the parser has taken.
class LineCountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    LineCountingIterator(const char* at, Place* place) : at_(at), place_(place) {}
    reference operator*() const { return *at_; }
    LineCountingIterator& operator++() {
        place_->last = *at_;
        place_->line += *at_ == '\n' ? 1 : 0;
        ++at_;
        return *this;
    }
    LineCountingIterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const LineCountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const LineCountingIterator& other) const { return at_ != other.at_; }

private:
    const char* at_;
    Place* place_;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    TreeBuilder(const std::filesystem::path& file, const Place& place)
        : file_(file), place_(place) {}

    bool null() override {
        add(LocatedJson::Kind::null);
        return true;
    }
    bool boolean(bool value) override {
        add(LocatedJson::Kind::boolean).number = value ? 1 : 0;
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
        if (open_.back()->find(name) != nullptr) {
            throw Error(file_, place_.line,
                        "the key \"" + name + "\" is repeated; keep one of them");
        }
        if (open_.back()->members.size() == most_members) {
            throw Error(file_, place_.line,
                        "an object with too many members; is this the right file?");
        }
        open_.back()->members.push_back({name, {}});
        return true;
    }

    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::json::exception& error) override {
        const std::string what = error.what();
        const auto colon = what.find(": ");
        throw Error(file_, place_.line,
                    "not valid JSON: " +
                        (colon == std::string::npos ? what : what.substr(colon + 2)));
    }

    LocatedJson take() { return std::move(root_); }

private:
    LocatedJson& add(LocatedJson::Kind kind) {
        LocatedJson* slot = &root_;
        if (!open_.empty()) {
            auto& parent = *open_.back();
            slot = parent.kind == LocatedJson::Kind::array ? &parent.elements.emplace_back()
                                                           : &parent.members.back().value;
        }
        slot->kind = kind;
        slot->line = place_.line;
        return *slot;
    }

    /// The parser has taken a character more, to know where the number ends.
    bool number(double value) {
        auto& made = add(LocatedJson::Kind::number);
        made.number = value;
        made.line -= place_.last == '\n' ? 1 : 0;
        return true;
    }

    bool open(LocatedJson::Kind kind) {
        auto& made = add(kind);
        if (open_.size() == deepest) {
            throw Error(file_, made.line, "nested too deeply; this format has few levels");
        }
        open_.push_back(&made);
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    const std::filesystem::path& file_;
    const Place& place_;
    LocatedJson root_;
    std::vector<LocatedJson*> open_;
};

} // namespace

const LocatedJson* LocatedJson::find(std::string_view key) const {
    for (const auto& [name, value] : members) {
        if (name == key) {
            return &value;
        }
    }
    return nullptr;
}

const char* LocatedJson::describe(Kind kind) {
    constexpr const char* descriptions[] = {"null",     "true or false", "a number",
                                            "a string", "an array",      "an object"};
    return descriptions[static_cast<std::size_t>(kind)];
}

LocatedJson parse_located_json(const std::filesystem::path& file, std::string_view text,
                               std::size_t first_line) {
    Place place{first_line};
    TreeBuilder builder(file, place);
    nlohmann::json::sax_parse(LineCountingIterator(text.data(), &place),
                              LineCountingIterator(text.data() + text.size(), &place), &builder);
    return builder.take();
}

} // namespace proxima::model
