#include "json/located_object.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {

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
    constexpr double most = 9007199254740992; // whole numbers are exact until there
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

std::vector<std::string> LocatedObject::texts(const std::string& key) {
    std::vector<std::string> result;
    if (const auto* list = optional(key, LocatedJson::Kind::array)) {
        for (const auto& element : list->elements) {
            require_kind(element, LocatedJson::Kind::string, "an element of \"" + key + "\"");
            result.push_back(element.text);
        }
    }
    return result;
}

void LocatedObject::refuse_others() const {
    for (const auto& [key, value] : json_.members) {
        if (std::find(known_.begin(), known_.end(), key.text) != known_.end()) {
            continue;
        }
        std::string names;
        for (const auto& name : known_) {
            names += (names.empty() ? "" : ", ") + name;
        }
        fail(value, what_ + " has no \"" + key.text + "\"; it may have " + names);
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

} // namespace proxima::model
