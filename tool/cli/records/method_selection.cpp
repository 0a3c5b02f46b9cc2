#include "records/method_selection.hpp"

#include "shared/messages.hpp"
#include "shared/names.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

constexpr std::size_t most_suggestions = 3;

[[noreturn]] void refuse(const std::string& wanted, const std::vector<rundir::Method>& methods) {
    std::vector<std::string> names;
    for (const auto& method : methods) {
        if (std::find(names.begin(), names.end(), method.qualified_name()) ==
            names.end()) { // overloads
            names.push_back(method.qualified_name());
        }
    }
    auto similar = base::nearest_names(wanted, names, most_suggestions);
    if (similar.empty() && names.size() <= most_suggestions) {
        similar = names;
    }
    throw UsageError("no recorded method is `" + wanted + "`" + base::did_you_mean(similar));
}

} // namespace

MethodSelection::MethodSelection(const std::vector<std::string>& wanted,
                                 std::vector<rundir::Method> methods)
    : wanted_(wanted) {
    for (const auto& name : wanted) {
        if (std::none_of(methods.begin(), methods.end(), [&](const auto& method) {
                return selects(name, method.qualified_name());
            })) {
            refuse(name, methods);
        }
    }
    for (auto& method : methods) {
        if (has(method)) {
            selected_.push_back(std::move(method));
        }
    }
}

bool MethodSelection::has(const rundir::Method& method) const {
    return wanted_.empty() || std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& name) {
               return selects(name, method.qualified_name());
           });
}

} // namespace proxima::cli
