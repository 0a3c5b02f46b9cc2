/// \file
/// What can be said about a component, a port or a connection besides what the framework knows.
#pragma once

#include <map>
#include <string>

namespace proxima::framework {

/// Names and values. The framework itself understands those of ports that are named here.
using Properties = std::map<std::string, std::string>;

/// Of a uses port: "0" says that the component can do without a connection, or gets it later. An
/// assembly is complete when all other uses ports are connected.
inline constexpr const char* min_connections = "MIN_CONNECTIONS";

/// Of a provides port: "1" says that calls of it leave nothing behind in the component, which may
/// be replaced between any two of them.
inline constexpr const char* stateless = "STATELESS";

} // namespace proxima::framework
