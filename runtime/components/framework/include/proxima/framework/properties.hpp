// Properties of components, ports and connections: string values under names.
#pragma once

#include <map>
#include <string>

namespace proxima::framework {

/// Names and values. The framework itself understands those of ports that are named here.
using Properties = std::map<std::string, std::string>;

/// Of a uses port: "0" if the component works without a connection, or gets it later. An
/// assembly is complete when all other uses ports are connected.
inline constexpr const char* min_connections = "MIN_CONNECTIONS";

/// Of a provides port: "1" if calls leave no state behind in the component, which may
/// be replaced between any two of them.
inline constexpr const char* stateless = "STATELESS";

} // namespace proxima::framework
