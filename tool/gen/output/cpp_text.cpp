#include "output/cpp_text.hpp"

#include <fmt/format.h>

namespace proxima::gen {
namespace {

// In the order of ParameterKind.
constexpr const char* stored_types[] = {
    "::std::int64_t", "::std::uint64_t",        "double",
    "bool",           "::proxima::Enumeration", "::proxima::Text"};
constexpr const char* kind_names[] = {"integer", "unsigned_integer", "real",
                                      "boolean", "enumeration",      "text"};

} // namespace

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

std::string call_target(const PortMethod& method) {
    const char* const qualifier = method.is_const ? "const " : "";
    std::string target = "*proxima_target_";
    for (const std::string& base : method.cast_path) {
        target = fmt::format("static_cast<{}{}&>({})", qualifier, base, target);
    }
    return fmt::format("static_cast<{}{}{}>({})", qualifier, method.declaring_type,
                       method.rvalue_qualified ? "&&" : "&", target);
}

std::string method_pointer(const PortMethod& method, const std::string& owner) {
    const std::string pointer = fmt::format("&{}::{}", owner, method_name(method));
    return method.member_pointer_type.empty()
               ? pointer
               : fmt::format("static_cast<{}>({})", method.member_pointer_type, pointer);
}

std::string method_name(const PortMethod& method) {
    return method.conversion ? "operator " + method.return_type : method.name;
}

bool needs_trailing_result(const PortMethod& method) {
    return method.return_type.find_first_of("([") != std::string::npos;
}

std::string stored_value(const RecordedParameter& parameter) {
    const bool is_object =
        parameter.kind == ParameterKind::enumeration || parameter.kind == ParameterKind::text;
    const std::string type = stored_type(parameter.kind);
    return (is_object ? type : "static_cast<" + type + ">") + "(" + closed(parameter.expression) +
           ")";
}

std::string stored_type(ParameterKind kind) {
    return stored_types[static_cast<std::size_t>(kind)];
}

std::string kind_name(ParameterKind kind) {
    return kind_names[static_cast<std::size_t>(kind)];
}

} // namespace proxima::gen
