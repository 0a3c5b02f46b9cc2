#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::base {

LocatedObject::LocatedObject(const std::filesystem::path& file, const LocatedJson& json,
                             std::string what)
    : file_(file), json_(json), what_(std::move(what)) {
    require_kind(json, LocatedJson::Kind::object, what_);
}

const LocatedJson* LocatedObject::optional(const std::string& key, LocatedJson::Kind kind) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
        known_.push_back(key);
    }
    const auto* found = json_.find(key);
    if (found == nullptr || found->kind == LocatedJson::Kind::null) {
        return nullptr;
    }
    require_kind(*found, kind, "\"" + key + "\"");
    return found;
}

const LocatedJson& LocatedObject::required(const std::string& key, LocatedJson::Kind kind) {
    const auto* found = optional(key, kind);
    if (found == nullptr) {
        fail(json_, what_ + " needs \"" + key + "\"; add it");
    }
    return *found;
}

const std::string& LocatedObject::name(const std::string& key) {
    const auto& named = required(key, LocatedJson::Kind::string);
    if (named.text.empty()) {
        fail(named, "\"" + key + "\" is empty; write a name");
    }
    return named.text;
}

std::string LocatedObject::text(const std::string& key, const std::string& otherwise) {
    const auto* found = optional(key, LocatedJson::Kind::string);
    return found != nullptr ? found->text : otherwise;
}

std::optional<double> LocatedObject::number(const std::string& key) {
    const auto* found = optional(key, LocatedJson::Kind::number);
    return found != nullptr ? std::optional(found->number) : std::nullopt;
}

std::uint64_t LocatedObject::count(const std::string& key) {
    constexpr double most = 9007199254740992; // 2^53: greater whole numbers are not exact
    const auto* found = optional(key, LocatedJson::Kind::number);
    if (found == nullptr) {
        return 0;
    }
    if (!(found->number >= 0 && found->number <= most) ||
        found->number != std::floor(found->number)) {
        fail(*found, "\"" + key + "\" must be a whole number that is not negative");
    }
    return static_cast<std::uint64_t>(found->number);
}

void LocatedObject::read(const std::string& key, std::string& value) {
    value = text(key, value);
}

void LocatedObject::read(const std::string& key, bool& value) {
    if (const auto* found = optional(key, LocatedJson::Kind::boolean)) {
        value = found->boolean;
    }
}

void LocatedObject::read(const std::string& key, double& value) {
    if (const auto* found = optional(key, LocatedJson::Kind::number)) {
        value = found->number;
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
    if (const auto* found = optional(key, LocatedJson::Kind::number)) {
        const auto number = number_of<Number>(found->text);
        if (!number) {
            fail(*found, "\"" + key + "\" is not " + expected);
        }
        value = *number;
    }
}

LocatedObject LocatedObject::object(const std::string& key) {
    static const LocatedJson nothing = [] {
        LocatedJson empty;
        empty.kind = LocatedJson::Kind::object;
        return empty;
    }();
    const auto* found = optional(key, LocatedJson::Kind::object);
    return {file_, found != nullptr ? *found : nothing, "\"" + key + "\""};
}

const std::vector<LocatedJson::Member>& LocatedObject::members(const std::string& key) {
    static const std::vector<LocatedJson::Member> none;
    const auto* found = optional(key, LocatedJson::Kind::object);
    return found != nullptr ? found->members : none;
}

const std::vector<LocatedJson>& LocatedObject::elements(const std::string& key) {
    static const std::vector<LocatedJson> none;
    const auto* found = optional(key, LocatedJson::Kind::array);
    return found != nullptr ? found->elements : none;
}

std::vector<LocatedObject> LocatedObject::objects(const std::string& key) {
    std::vector<LocatedObject> result;
    for (const auto& element : elements(key)) {
        result.emplace_back(file_, element, "an element of \"" + key + "\"");
    }
    return result;
}

std::vector<std::string> LocatedObject::texts(const std::string& key) {
    std::vector<std::string> result;
    for (const auto& element : elements(key)) {
        require_kind(element, LocatedJson::Kind::string, "an element of \"" + key + "\"");
        result.push_back(element.text);
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
    for (const auto& [key, value] : json_.members) {
        if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) {
            continue;
        }
        fail(value, what_ + " has no \"" + key.text + "\"; it may have " + joined(known_));
    }
}

void LocatedObject::fail(const LocatedJson& at, const std::string& problem) const {
    throw Error(file_, at.line, problem);
}

void LocatedObject::require_kind(const LocatedJson& json, LocatedJson::Kind kind,
                                 const std::string& name) const {
    if (json.kind != kind) {
        fail(json, name + " must be " + LocatedJson::describe(kind) + ", this is " +
                       LocatedJson::describe(json.kind));
    }
}

} // namespace proxima::base
