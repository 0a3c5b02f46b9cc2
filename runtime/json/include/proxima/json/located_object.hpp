// Taking an object of a JSON file apart, with complaints that say where.
#pragma once

#include <proxima/json/located_json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::json {

/// What may be in an object is what somebody asks for. All members throw `Complaint(file, line,
/// problem)`. The object and the path must outlive it.
template <class Complaint>
class LocatedObject {
public:
    /// `what` is how messages call it: `a model`.
    LocatedObject(const std::filesystem::path& file, const LocatedJson& json, std::string what)
        : file_(file), json_(json), what_(std::move(what)) {
        require_kind(json, LocatedJson::Kind::object, what_);
    }

    const LocatedJson* optional(const std::string& key, LocatedJson::Kind kind) {
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

    const LocatedJson& required(const std::string& key, LocatedJson::Kind kind) {
        const auto* found = optional(key, kind);
        if (found == nullptr) {
            fail(json_, what_ + " needs \"" + key + "\"; add it");
        }
        return *found;
    }

    /// A text that is not empty.
    const std::string& name(const std::string& key) {
        const auto& named = required(key, LocatedJson::Kind::string);
        if (named.text.empty()) {
            fail(named, "\"" + key + "\" is empty; write a name");
        }
        return named.text;
    }

    std::string text(const std::string& key, const std::string& otherwise) {
        const auto* found = optional(key, LocatedJson::Kind::string);
        return found != nullptr ? found->text : otherwise;
    }

    std::optional<double> number(const std::string& key) {
        const auto* found = optional(key, LocatedJson::Kind::number);
        return found != nullptr ? std::optional(found->number) : std::nullopt;
    }

    std::uint64_t count(const std::string& key) {
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

    /// An empty one if there is none.
    LocatedObject object(const std::string& key) {
        static const LocatedJson nothing = [] {
            LocatedJson empty;
            empty.kind = LocatedJson::Kind::object;
            return empty;
        }();
        const auto* found = optional(key, LocatedJson::Kind::object);
        return {file_, found != nullptr ? *found : nothing, "\"" + key + "\""};
    }

    /// One for each element; none if there is no such array.
    std::vector<LocatedObject> objects(const std::string& key) {
        std::vector<LocatedObject> result;
        if (const auto* list = optional(key, LocatedJson::Kind::array)) {
            for (const auto& element : list->elements) {
                result.emplace_back(file_, element, "an element of \"" + key + "\"");
            }
        }
        return result;
    }

    std::vector<std::string> texts(const std::string& key) {
        std::vector<std::string> result;
        if (const auto* list = optional(key, LocatedJson::Kind::array)) {
            for (const auto& element : list->elements) {
                require_kind(element, LocatedJson::Kind::string, "an element of \"" + key + "\"");
                result.push_back(element.text);
            }
        }
        return result;
    }

    /// To be called last: complains of a member that nobody has asked for.
    void refuse_others() const {
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

    [[noreturn]] void fail(const LocatedJson& at, const std::string& problem) const {
        throw Complaint(file_, at.line, problem);
    }

    void require_kind(const LocatedJson& json, LocatedJson::Kind kind,
                      const std::string& name) const {
        if (json.kind != kind) {
            fail(json, name + " must be " + LocatedJson::describe(kind) + ", this is " +
                           LocatedJson::describe(json.kind));
        }
    }

private:
    const std::filesystem::path& file_;
    const LocatedJson& json_;
    std::string what_;
    std::vector<std::string> known_;
};

/// Throws `Complaint(file, line, problem)` if `text` is not JSON, nests deeply or repeats a key.
/// `first_line` is the number of the text's first line.
template <class Complaint>
LocatedJson located_json_of(const std::filesystem::path& file, std::string_view text,
                            std::size_t first_line = 1) {
    JsonSyntax syntax;
    syntax.first_line = first_line;
    try {
        return parse_located_json(file.string(), text, syntax);
    } catch (const Error& error) {
        throw Complaint(file, error.line(), error.what());
    }
}

} // namespace proxima::json
