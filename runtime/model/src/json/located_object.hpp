// Taking an object of a JSON file apart, with complaints that say where.
#pragma once

#include "json/located_json.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::model {

/// What may be in an object is what somebody asks for. All members throw Error. The object and the
/// path must outlive it.
class LocatedObject {
public:
    /// `what` is how messages call it: `a model`.
    LocatedObject(const std::filesystem::path& file, const LocatedJson& json, std::string what);

    const LocatedJson* optional(const std::string& key, LocatedJson::Kind kind);
    const LocatedJson& required(const std::string& key, LocatedJson::Kind kind);

    /// A text that is not empty.
    const std::string& name(const std::string& key);

    std::string text(const std::string& key, const std::string& otherwise);
    std::optional<double> number(const std::string& key);
    std::uint64_t count(const std::string& key);
    std::vector<std::string> texts(const std::string& key);

    /// To be called last: complains of a member that nobody has asked for.
    void refuse_others() const;

    [[noreturn]] void fail(const LocatedJson& at, const std::string& problem) const;
    void require_kind(const LocatedJson& json, LocatedJson::Kind kind,
                      const std::string& name) const;

private:
    const std::filesystem::path& file_;
    const LocatedJson& json_;
    std::string what_;
    std::vector<std::string> known_;
};

} // namespace proxima::model
