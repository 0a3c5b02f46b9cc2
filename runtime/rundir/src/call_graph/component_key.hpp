// What makes two components the same.
#pragma once

#include <proxima/rundir/records.hpp>

#include <string>

namespace proxima::rundir {

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

} // namespace proxima::rundir
