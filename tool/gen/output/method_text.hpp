// Generates pieces of a function that measures a method.
#pragma once

#include "model/port_model.hpp"
#include "output/text_template.hpp"

#include <string>

namespace proxima::gen {

// Scope of the method's record: a namespace, or the class template of a proxy template.
std::string record_scope(const PortClass& port);

// Parameters as declared, and arguments as passed on, both without brackets.
std::string parameter_list(const PortMethod& method);
std::string argument_list(const PortMethod& method);

// Prefix of the proxy's own members; removes the volatile that a volatile method adds to them.
std::string own_members(const PortMethod& method);

// Opens and closes the call that puts a port behind its own proxy: a new proxy that owns it, or the
// one that this proxy keeps for it.
std::string wrap_open(const PortMethod& method, const WrappedPort& port);
std::string wrap_close(const PortMethod& method, const WrappedPort& port, const std::string& name);

// Readers of the recorded parameters; `target` is an expression for the measured port.
kainjow::mustache::data parameter_readers(const PortMethod& method, const std::string& target);

// Name of the class that gives access to the pointer of a method that is not public.
std::string access_name(const PortClass& port, const PortMethod& method);

// Expression for the pointer to the method.
std::string member_pointer(const PortClass& port, const PortMethod& method);

} // namespace proxima::gen
