#include "output/cpp_text.hpp"

#include <fmt/format.h>

namespace proxima::gen {

std::string string_literal(const std::string& text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            literal += '\\';
            literal += c;
        } else if (static_cast<unsigned char>(c) < ' ') {
            literal += fmt::format("\\{:03o}", static_cast<unsigned>(c));
        } else {
            literal += c;
        }
    }
    return literal + "\"";
}

std::string closed(const std::string& expression) {
    return expression + (expression.find("//") != std::string::npos ? "\n" : "");
}

std::string call_target(const Method& method) {
    const std::string qualifiers =
        std::string(method.is_const ? "const " : "") + (method.is_volatile ? "volatile " : "");
    std::string target =
        method.is_volatile ? "*const_cast<Proxy*>(this)->proxima_target_" : "*proxima_target_";
    for (const std::string& base : method.cast_path) {
        target = fmt::format("static_cast<{}{}&>({})", qualifiers, base, target);
    }
    return fmt::format("static_cast<{}{}{}>({})", qualifiers, method.declaring_type,
                       method.rvalue_qualified ? "&&" : "&", target);
}

std::string method_pointer(const Method& method, const std::string& owner) {
    const std::string pointer = fmt::format("&{}::{}", owner, method_name(method));
    return method.member_pointer_type.empty()
               ? pointer
               : fmt::format("static_cast<{}>({})", method.member_pointer_type, pointer);
}

std::string method_name(const Method& method) {
    if (!method.conversion) {
        return method.name;
    }
    return "operator " +
           (needs_trailing_result(method) ? "proxima_" + method.identifier : method.return_type);
}

bool needs_trailing_result(const Method& method) {
    return method.return_type.find_first_of("([") != std::string::npos;
}

std::string column_value(const Column& column) {
    switch (column.kind) {
    case ColumnKind::enumeration:
        return fmt::format("::proxima::Enumeration({})", closed(column.expression));
    case ColumnKind::text:
        return fmt::format("::proxima::Text({})", closed(column.expression));
    default:
        return fmt::format("static_cast<{}>({})", column_value_type(column.kind),
                           closed(column.expression));
    }
}

std::string column_value_type(ColumnKind kind) {
    switch (kind) {
    case ColumnKind::integer:
        return "::std::int64_t";
    case ColumnKind::unsigned_integer:
        return "::std::uint64_t";
    case ColumnKind::floating:
        return "double";
    case ColumnKind::boolean:
        return "bool";
    case ColumnKind::enumeration:
        return "::proxima::Enumeration";
    case ColumnKind::text:
        return "::proxima::Text";
    }
    return {};
}

std::string column_kind_name(ColumnKind kind) {
    switch (kind) {
    case ColumnKind::integer:
        return "integer";
    case ColumnKind::unsigned_integer:
        return "unsigned_integer";
    case ColumnKind::floating:
        return "real";
    case ColumnKind::boolean:
        return "boolean";
    case ColumnKind::enumeration:
        return "enumeration";
    case ColumnKind::text:
        return "text";
    }
    return {};
}

} // namespace proxima::gen
