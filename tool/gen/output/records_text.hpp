// Generates the Mastermind's records of one port.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// Code inside namespace proxima::mastermind.
std::string records_declaration(const PortClass& port);
std::string records_definition(const PortClass& port);

// Code at global scope for a proxy template.
std::string records_template(const PortClass& port);

// The stored types of a method's parameters: the template arguments of MethodInfo and Invocation.
std::string value_types(const PortMethod& method);

} // namespace proxima::gen
