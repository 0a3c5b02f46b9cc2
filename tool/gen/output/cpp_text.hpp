// Generates small pieces of C++ text.
#pragma once

#include "model/port_model.hpp"

#include <string>

namespace proxima::gen {

// A C++ string literal with the value `text`.
std::string string_literal(const std::string& text);

// An expression of the configuration, ended so that a comment in it does not swallow the code
// behind it.
std::string closed(const std::string& expression);

// static_cast<const ns::Port&>(*proxima_target_), with the method's own qualifiers.
std::string call_target(const PortMethod& method);

// static_cast<int (ns::Port::*)(int) const>(&Owner::f), the cast where overloads need it.
std::string method_pointer(const PortMethod& method, const std::string& owner);

// Name of a method in C++ text; a conversion function is named by its type.
std::string method_name(const PortMethod& method);

// True if the result type must stand behind the parameters because its declarator would wrap around
// them.
bool needs_trailing_result(const PortMethod& method);

// The recorded value, converted to the type that the runtime stores.
std::string stored_value(const RecordedParameter& parameter);

// The type that the runtime stores for a kind, and its ParameterType constant.
std::string stored_type(ParameterKind kind);
std::string kind_name(ParameterKind kind);

} // namespace proxima::gen
