// Pieces of a generated function that measures a method.
#pragma once

#include "model/port_model.hpp"
#include "output/text_template.hpp"

#include <string>

namespace proxima::gen {

// Where the method's record is found: in a namespace, or for a template in a class template.
std::string record_scope(const PortClass& port);

// Without brackets, and the arguments that are passed on.
std::string parameter_list(const PortMethod& method);
std::string argument_list(const PortMethod& method);

// A volatile method sees its own members as volatile, which they are not meant to be.
std::string own_members(const PortMethod& method);

// Opens the call that puts a port behind a proxy of its own: a new one that owns it, or the one
// this proxy keeps for it.
std::string wrap_open(const PortMethod& method, const std::string& port, bool owner);
std::string wrap_close(const std::string& port, const std::string& name);

// Readers of the recorded parameters; `target` is an expression for the measured port.
kainjow::mustache::data parameter_readers(const PortMethod& method, const std::string& target);

// Gives access to the pointer of a method that is not public.
std::string access_name(const PortClass& port, const PortMethod& method);

// An expression for the pointer to the method.
std::string member_pointer(const PortClass& port, const PortMethod& method);

} // namespace proxima::gen
