// Taking an object of a JSON file apart.
#pragma once

#include <proxima/rundir/error.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// The library's message without its own prefix, which names an exception class that no user knows.
inline std::string plain_message(const nlohmann::json::exception& error) {
    const std::string text = error.what();
    const auto prefix = text.find("] ");
    return prefix == std::string::npos ? text : text.substr(prefix + 2);
}

/// Calls `parse` and throws Error instead of what the JSON library throws.
template <typename Parse>
auto with_plain_errors(const std::filesystem::path& file, Parse parse) {
    try {
        return parse();
    } catch (const nlohmann::json::parse_error& error) {
        throw Error(file, error.byte, "not valid JSON: " + plain_message(error));
    } catch (const nlohmann::json::exception& error) {
        throw Error(file, plain_message(error));
    }
}

/// Throws Error unless `json` is an object of a format that is known.
inline void check_format(const std::filesystem::path& file, const nlohmann::json& json,
                         const std::string& what) {
    constexpr std::int64_t supported_format = 1;
    if (!json.is_object() || !json.contains("format") || !json["format"].is_number_integer()) {
        throw Error(file, "is not " + what + ": it names no `format`");
    }
    const auto format = json["format"].get<std::int64_t>();
    if (format > supported_format) {
        throw Error(file, "has format " + std::to_string(format) + ", this proxima reads up to " +
                              std::to_string(supported_format) + "; use a newer one");
    }
}

/// Members of an object by name; what is missing or null keeps its default, what has another type
/// is refused.
class Members {
public:
    using Json = nlohmann::json;

    Members(const std::filesystem::path& file, const Json& object, std::string name)
        : file_(file), object_(object), name_(std::move(name)) {}

    Members object(const char* key) const {
        static const Json nothing = Json::object();
        const auto* found = find(key, &Json::is_object, "an object");
        return {file_, found != nullptr ? *found : nothing, name_ + key + "."};
    }

    const Json* array(const char* key) const { return find(key, &Json::is_array, "an array"); }

    void read(const char* key, std::string& value) const {
        if (const auto* found = find(key, &Json::is_string, "a text")) {
            value = found->get<std::string>();
        }
    }
    void read(const char* key, bool& value) const {
        if (const auto* found = find(key, &Json::is_boolean, "true or false")) {
            value = found->get<bool>();
        }
    }
    void read(const char* key, double& value) const {
        if (const auto* found = find(key, &Json::is_number, "a number")) {
            value = found->get<double>();
            require(std::isfinite(value) && value >= 0, key, "a number from 0");
        }
    }
    void read(const char* key, std::uint64_t& value) const {
        if (const auto* found = find(key, &Json::is_number_unsigned, "a whole number from 0")) {
            value = found->get<std::uint64_t>();
        }
    }
    void read(const char* key, std::int64_t& value) const {
        if (const auto* found = find(key, &Json::is_number_integer, "a whole number")) {
            value = found->get<std::int64_t>();
        }
    }
    void read(const char* key, std::optional<std::int64_t>& value) const {
        if (const auto* found = find(key, &Json::is_number_integer, "a whole number")) {
            value = found->get<std::int64_t>();
        }
    }
    void read(const char* key, std::vector<std::string>& values) const {
        const auto* found = array(key);
        for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
            require((*found)[i].is_string(), key, "an array of texts");
            values.push_back((*found)[i].get<std::string>());
        }
    }

    void require(bool condition, const char* key, const char* expected) const {
        if (!condition) {
            throw Error(file_, "`" + name_ + key + "` is not " + expected);
        }
    }

private:
    const Json* find(const char* key, bool (Json::*is_right)() const noexcept,
                     const char* expected) const {
        const auto found = object_.find(key);
        if (found == object_.end() || found->is_null()) {
            return nullptr;
        }
        require((*found.*is_right)(), key, expected);
        return &*found;
    }

    const std::filesystem::path& file_;
    const Json& object_;
    std::string name_;
};

} // namespace proxima::rundir
