// Properties of ports: names with values, all strings.
//
//     const framework::Properties properties{{framework::stateless, "1"}};
//     std::cout << properties.at(framework::stateless) << '\n';
//
// Ownership: values.
#pragma once

#include <map>
#include <string>

namespace proxima::framework {

/// Values by name. The framework and the Optimizer read the properties of ports below.
using Properties = std::map<std::string, std::string>;

/// Property of a uses port: "0" if the component works without a connection, or connects the port
/// later. An assembly is complete when all other uses ports are connected.
inline constexpr const char* min_connections = "MIN_CONNECTIONS";

/// Property of a provides port: "1" if calls leave no state in the component, so that another can
/// replace it between any two calls.
inline constexpr const char* stateless = "STATELESS";

/// Property of a ParameterPort: its fields that may change between any two calls, separated by
/// spaces. The Optimizer may tune them.
inline constexpr const char* tunable = "TUNABLE";

} // namespace proxima::framework
