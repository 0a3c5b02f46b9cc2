// Small pieces of C++ text.
#pragma once

#include "model/port_model.hpp"

#include <string>

namespace proxima::gen {

// A C++ string literal with the value `text`.
std::string string_literal(const std::string& text);

// An expression of the configuration, so that what is written behind it is no part of a comment at
// its end.
std::string closed(const std::string& expression);

// static_cast<const ns::Port&>(*proxima_target_), with the method's own qualifiers.
std::string call_target(const PortMethod& method);

// static_cast<int (ns::Port::*)(int) const>(&Owner::f), the cast where overloads need it.
std::string method_pointer(const PortMethod& method, const std::string& owner);

// What a method is called in C++ text; a conversion function by its type or the proxy's alias of
// it.
std::string method_name(const PortMethod& method);

// Whether a result type must be written behind the parameters: a declarator would have to wrap
// around them.
bool needs_trailing_result(const PortMethod& method);

// The recorded value, converted to the type that the runtime stores.
std::string stored_value(const RecordedParameter& parameter);

// The type that the runtime stores for a kind, and its ParameterType constant.
std::string stored_type(ParameterKind kind);
std::string kind_name(ParameterKind kind);

} // namespace proxima::gen
