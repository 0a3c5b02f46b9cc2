#include "selection/family_names.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>

namespace proxima::model {
namespace {

bool has_instance(const Family& family, const std::string& name) {
    return std::find(family.instances.begin(), family.instances.end(), name) !=
           family.instances.end();
}

} // namespace

std::string instance_named(const std::vector<Family>& families, const std::filesystem::path& file,
                           const LocatedJson& json) {
    if (json.kind != LocatedJson::Kind::string) {
        throw Error(file, json.line, "an instance must be a string");
    }
    for (const auto& family : families) {
        if (has_instance(family, json.text)) {
            return json.text;
        }
        if (family.name == json.text && family.instances.size() == 1) {
            return family.instances.front();
        }
    }
    throw Error(file, json.line, "`" + json.text + "` is no instance of a family; name one");
}

const Family& family_of(const std::vector<Family>& families, const std::string& instance) {
    return *std::find_if(families.begin(), families.end(),
                         [&](const Family& family) { return has_instance(family, instance); });
}

} // namespace proxima::model
