#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::base {

LocatedObject::LocatedObject(const std::filesystem::path& file, LocatedJson json, std::string what)
    : file_(file), json_(std::move(json)), what_(std::move(what)) {
    require_kind(json_, LocatedJson::Kind::object, what_);
}

std::optional<LocatedJson> LocatedObject::optional(const std::string& key, LocatedJson::Kind kind) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        known_.push_back(key);
    }
    auto found = json_.find(key);
    if (!found || found->kind() == LocatedJson::Kind::null) {
        return std::nullopt;
    }
    require_kind(*found, kind, "\"" + key + "\"");
    return found;
}

LocatedJson LocatedObject::required(const std::string& key, LocatedJson::Kind kind) {
    auto found = optional(key, kind);
    if (!found) {
        fail(json_, what_ + " needs \"" + key + "\"; add it");
    }
    return *found;
}

std::string LocatedObject::name(const std::string& key) {
    const auto named = required(key, LocatedJson::Kind::string);
    auto text = named.text();
    if (text.empty()) {
        fail(named, "\"" + key + "\" is empty; write a name");
    }
    return text;
}

std::string LocatedObject::text(const std::string& key, const std::string& otherwise) {
    const auto found = optional(key, LocatedJson::Kind::string);
    return found ? found->text() : otherwise;
}

std::optional<double> LocatedObject::number(const std::string& key) {
    const auto found = optional(key, LocatedJson::Kind::number);
    return found ? std::optional(found->number()) : std::nullopt;
}

std::uint64_t LocatedObject::count(const std::string& key) {
    constexpr double most = 9007199254740992; // 2^53: greater whole numbers are not exact
    const auto found = optional(key, LocatedJson::Kind::number);
    if (!found) {
        return 0;
    }
    const double number = found->number();
    const bool is_in_range = number >= 0 && number <= most;
    if (!is_in_range || number != std::floor(number)) {
        fail(*found, "\"" + key + "\" must be a whole number that is not negative");
    }
    return static_cast<std::uint64_t>(number);
}

void LocatedObject::read(const std::string& key, std::string& value) {
    value = text(key, value);
}

void LocatedObject::read(const std::string& key, bool& value) {
    if (const auto found = optional(key, LocatedJson::Kind::boolean)) {
        value = found->boolean();
    }
}

void LocatedObject::read(const std::string& key, double& value) {
    if (const auto found = optional(key, LocatedJson::Kind::number)) {
        value = found->number();
        if (!std::isfinite(value) || value < 0) {
            fail(*found, "\"" + key + "\" is not a number from 0");
        }
    }
}

void LocatedObject::read(const std::string& key, std::uint64_t& value) {
    read_whole(key, value, "a whole number from 0");
}

void LocatedObject::read(const std::string& key, std::int64_t& value) {
    read_whole(key, value, "a whole number");
}

// Parses the text, because a double would round the ticks of a clock.
template <class Number>
void LocatedObject::read_whole(const std::string& key, Number& value, const char* expected) {
    if (const auto found = optional(key, LocatedJson::Kind::number)) {
        const auto number = number_of<Number>(found->source());
        if (!number) {
            fail(*found, "\"" + key + "\" is not " + expected);
        }
        value = *number;
    }
}

LocatedObject LocatedObject::object(const std::string& key) {
    static const auto nothing = parse_located_json({}, "{}");
    const auto found = optional(key, LocatedJson::Kind::object);
    return {file_, found.value_or(nothing), "\"" + key + "\""};
}

LocatedJson::Children<LocatedJson::Member> LocatedObject::members(const std::string& key) {
    return optional(key, LocatedJson::Kind::object).value_or(LocatedJson()).members();
}

LocatedJson::Children<LocatedJson> LocatedObject::elements(const std::string& key) {
    return optional(key, LocatedJson::Kind::array).value_or(LocatedJson()).elements();
}

std::vector<std::string> LocatedObject::texts(const std::string& key) {
    const auto all = elements(key);
    refuse_tiny_elements(json_.find(key).value_or(LocatedJson()), 8);
    std::vector<std::string> result;
    result.reserve(all.size());
    for (const auto& element : all) {
        require_kind(element, LocatedJson::Kind::string, "an element of \"" + key + "\"");
        result.push_back(element.text());
    }
    return result;
}

void LocatedObject::require_format(std::uint64_t newest) {
    const auto format = count("format");
    if (format == 0) {
        fail(json_, "is not " + what_ + ": it names no `format`");
    }
    if (format > newest) {
        fail(json_, "has format " + std::to_string(format) + ", this proxima reads up to " +
                        std::to_string(newest) + "; use a newer one");
    }
}

void LocatedObject::refuse_others() const {
    for (const auto& [key, value] : json_.members()) {
        if (std::find(known_.begin(), known_.end(), key.text()) != known_.end()) {
            continue;
        }
        fail(value, what_ + " has no \"" + key.text() + "\"; it may have " + joined(known_));
    }
}

void LocatedObject::fail(const LocatedJson& at, const std::string& problem) const {
    throw Error(file_, at.line(), problem);
}

void LocatedObject::require_kind(const LocatedJson& json, LocatedJson::Kind kind,
                                 const std::string& name) const {
    if (json.kind() != kind) {
        fail(json, name + " must be " + LocatedJson::describe(kind) + ", this is " +
                       LocatedJson::describe(json.kind()));
    }
}

} // namespace proxima::base
