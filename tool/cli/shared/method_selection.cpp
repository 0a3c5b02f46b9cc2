#include "shared/method_selection.hpp"

#include "shared/argument_checks.hpp"
#include "shared/messages.hpp"

#include <proxima/base/text.hpp>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

constexpr std::size_t most_suggestions = 3;

// Compares names with parameter types, which `wanted` may leave out.
bool is_meant(const std::string& wanted, const std::string& instance,
              const rundir::RecordedMethod& method) {
    const auto typed = method.name + method.parameter_types();
    return base::means(wanted, {instance, method.port, typed});
}

[[noreturn]] void refuse(const std::string& wanted,
                         const std::vector<rundir::InstanceMethod>& known) {
    std::set<std::string> names;
    for (const auto& [instance, method] : known) {
        names.insert(instance + "." + method->name);
        if (!method->port.empty()) {
            names.insert(method->qualified_name());
        }
    }
    std::vector<std::string> all(names.begin(), names.end());
    auto similar = base::nearest_names(wanted, all, most_suggestions);
    if (similar.empty() && all.size() <= most_suggestions) {
        similar = std::move(all);
    }
    throw UsageError("no recorded method is `" + wanted + "`" + base::did_you_mean(similar));
}

} // namespace

void add_methods(CLI::App& verb, std::vector<std::string>& methods) {
    add_list(verb, "--method", "NAME", methods,
             "only this method: instance.method, port::method, the last part of either, or a glob "
             "such as 'flux.*' or 'eval_*'");
}

bool MethodSelection::has(const base::MethodName& name) const {
    return wanted_.empty() || std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& wanted) {
               return base::means(wanted, name);
           });
}

bool MethodSelection::has(const std::string& instance, const rundir::RecordedMethod& method) const {
    return wanted_.empty() || std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& wanted) {
               return is_meant(wanted, instance, method);
           });
}

void MethodSelection::require_any_of(const std::vector<rundir::InstanceMethod>& known) const {
    for (const auto& wanted : wanted_) {
        if (std::none_of(known.begin(), known.end(), [&](const auto& one) {
                return is_meant(wanted, one.instance, *one.method);
            })) {
            refuse(wanted, known);
        }
    }
}

} // namespace proxima::cli
