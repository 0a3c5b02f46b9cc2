// What makes two components the same.
#pragma once

#include <string>

namespace proxima::rundir {

inline std::string component_key(const std::string& instance, const std::string& port,
                                 const std::string& method, const std::string& signature) {
    std::string key = instance;
    for (const auto* part : {&port, &method, &signature}) {
        key += '\0';
        key += *part;
    }
    return key;
}

} // namespace proxima::rundir
