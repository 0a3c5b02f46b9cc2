// The distinct components of a call graph while it is being built.
#pragma once

#include <proxima/rundir/call_graph.hpp>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proxima::rundir {

/// What makes two components the same.
inline std::string component_key(const std::string& instance, const std::string& port,
                                 const std::string& method, const std::string& signature,
                                 const Binding& binding) {
    std::string key = instance;
    for (const auto* part :
         {&port, &method, &signature, &binding.user, &binding.uses_port, &binding.provides_port}) {
        key += '\0';
        key += *part;
    }
    return key;
}

/// Stores equal components once, so that a million nodes do not hold a million copies of their
/// names.
class Components {
public:
    std::size_t add(Component component) {
        auto key = component.name + '\0' +
                   component_key(component.instance, component.port, component.method,
                                 component.signature, component.binding);
        const auto [entry, added] = indices_.emplace(std::move(key), components_.size());
        if (added) {
            components_.push_back(std::move(component));
        }
        return entry->second;
    }

    std::vector<Component> take() { return std::move(components_); }

private:
    std::unordered_map<std::string, std::size_t> indices_;
    std::vector<Component> components_;
};

} // namespace proxima::rundir
