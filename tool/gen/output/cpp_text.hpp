// Small pieces of C++ text.
#pragma once

#include "model/port_model.hpp"

#include <string>

namespace proxima::gen {

/// A C++ string literal with the value `text`.
std::string string_literal(const std::string& text);

/// An expression of the configuration, so that what is written behind it is no part of a comment at
/// its end.
std::string closed(const std::string& expression);

/// static_cast<const ns::Port&>(*proxima_target_), with the method's own qualifiers.
std::string call_target(const Method& method);

/// static_cast<int (ns::Port::*)(int) const>(&Owner::f), the cast where overloads need it.
std::string method_pointer(const Method& method, const std::string& owner);

/// What a method is called in C++ text; a conversion function by its type or the proxy's alias of
/// it.
std::string method_name(const Method& method);

/// Whether a result type must be written behind the parameters: a declarator would have to wrap
/// around them.
bool needs_trailing_result(const Method& method);

/// The value that a column records, converted to the column's type.
std::string column_value(const Column& column);

/// The runtime's type for a kind of column, and the name of its ColumnType constant.
std::string column_value_type(ColumnKind kind);
std::string column_kind_name(ColumnKind kind);

} // namespace proxima::gen
