#include "output/method_text.hpp"

#include "output/cpp_text.hpp"
#include "output/records_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

// Casts values only; casting a reference would need a complete class.
std::string forwarded(const MethodParameter& parameter) {
    if (parameter.passed_by_name) {
        return "proxima_arg_" + parameter.name;
    }
    return fmt::format("static_cast<decltype(proxima_arg_{0})&&>(proxima_arg_{0})", parameter.name);
}

// True if the expression is an argument itself; anything else may throw.
bool reads_argument_only(const RecordedParameter& parameter) {
    return parameter.arguments.size() == 1 && parameter.expression == parameter.arguments.front() &&
           parameter.kind != ParameterKind::text;
}

// Captures what the names in an expression stand for; `pattern` makes the view of an argument or of
// the result.
std::string captures(const PortMethod& method, const std::vector<std::string>& names,
                     const char* pattern, const std::string& target) {
    std::vector<std::string> parts;
    for (const std::string& name : names) {
        const std::string variable = method.has_parameter(name)     ? "proxima_arg_" + name
                                     : name == method.result_name() ? "proxima_result"
                                                                    : "";
        parts.push_back(
            variable.empty()
                ? "&target = " + target
                : fmt::format("&{} = {}", name, fmt::format(fmt::runtime(pattern), variable)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// A lambda that reads the parameter from constant views.
std::string reader(const PortMethod& method, const RecordedParameter& parameter,
                   const std::string& target) {
    const bool is_argument = reads_argument_only(parameter);
    return fmt::format(
        "[{}]{} {{ {}return {}; }}",
        captures(method, parameter.arguments, is_argument ? "{}" : "::std::as_const({})", target),
        is_argument ? "() noexcept" : "",
        parameter.takes_time ? "const ::proxima::Unmeasured proxima_work; " : "",
        stored_value(parameter));
}

std::string parameter_readers(const PortMethod& method, const std::string& target, bool after) {
    std::vector<std::string> readers;
    for (const RecordedParameter& parameter : method.recorded) {
        if (parameter.after == after) {
            readers.push_back(reader(method, parameter, target));
        }
    }
    return fmt::format("{}", fmt::join(readers, ",\n        "));
}

// Statements that measure the objects before or after the call.
std::string measured_objects(const PortMethod& method, const MethodCall& call, bool after) {
    std::string text;
    for (const MeasuredObjects& objects : method.objects) {
        if (objects.after == after) {
            text += fmt::format("\n    {}::proxima::detail::measure_objects({}(0), {}, [{}](auto "
                                "proxima_visit) {{ proxima_visit({}); }});",
                                call.condition.empty() ? "" : "if (" + call.condition + ") ",
                                call.site, string_literal(objects.origin),
                                captures(method, objects.arguments, "{}", call.target),
                                closed(objects.expression));
        }
    }
    return text;
}

// Name of the class that gives access to the pointer of a method that is not public.
std::string access_name(const PortClass& port, const PortMethod& method) {
    const std::string length = std::to_string(port.identifier.size()); // A::b_c is not A_b::c
    const bool is_private = method.call == CallForm::private_access;
    return "proxima_access_" + (is_private ? length + "_" + port.identifier + "_" : "") +
           method.identifier;
}

} // namespace

std::string record_scope(const PortClass& port) {
    std::string scope = "::proxima::mastermind::" + port.identifier;
    if (port.is_template()) {
        scope += "<" + joined(port.template_parameters, &TemplateParameter::argument) + ">";
    }
    return scope + "::";
}

std::string parameter_list(const PortMethod& method) {
    return joined(method.parameters, &MethodParameter::declared) +
           (method.list_sibling.empty() ? "" : ", ...");
}

std::string argument_list(const PortMethod& method) {
    std::vector<std::string> parts;
    parts.reserve(method.parameters.size() + 1);
    for (const MethodParameter& parameter : method.parameters) {
        parts.push_back(forwarded(parameter) + (parameter.pack ? "..." : ""));
    }
    if (!method.list_sibling.empty()) {
        parts.emplace_back("proxima_list");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

void set_result(data& values, const PortMethod& method) {
    const bool trailing = needs_trailing_result(method);
    values.set("result", (trailing ? "auto" : method.return_type) + " ");
    values.set("trailing_result", trailing ? " -> " + method.return_type : "");
}

void set_body(data& values, const PortClass& port, const PortMethod& method,
              const MethodCall& call) {
    const bool has_result = method.return_type != "void";
    const bool measured = method.treatment == Treatment::measured;
    const std::string before = parameter_readers(method, call.target, false);
    const std::string after = measured_objects(method, call, true);
    values.set("records", record_scope(port));
    values.set("identifier", method.identifier);
    values.set("invocation_type", fmt::format("::proxima::Invocation<{}>", value_types(method)));
    values.set("measured", measured);
    values.set("call", call.text);
    values.set("site", call.site);
    values.set("readers", before.empty() ? "" : ",\n        " + before);
    values.set("reads_after", measured && method.reads_after());
    values.set("late_readers", parameter_readers(method, call.target, true));
    values.set("objects_before", measured_objects(method, call, false));
    values.set("objects_after", after);
    values.set("finds_objects", !after.empty());
    values.set("keep", std::string(has_result ? "decltype(auto) proxima_result = " : ""));
    values.set("kept", std::string(!has_result ? ""
                                   : method.returns_rvalue_reference
                                       ? " static_cast<decltype(proxima_result)>(proxima_result)"
                                       : " proxima_result"));
    const std::string body = render_template("measured_call", values);
    values.set("measured_body", after.empty() ? body : indented(body));
}

data access_data(const PortClass& port, const PortMethod& method) {
    const std::string access = access_name(port, method);
    data values;
    values.set("access", access);
    values.set("declaring_type", method.declaring_type);
    values.set("pointer_type", method.member_pointer_type);
    values.set("private_member", method.declaring_type + "::" + method_name(method));
    values.set("pointer", method_pointer(method, access));
    return values;
}

std::string member_pointer(const PortClass& port, const PortMethod& method) {
    const std::string access = access_name(port, method);
    return method.call == CallForm::protected_access ? access + "::method()"
           : method.call == CallForm::private_access
               ? "private_member(" + access + "())"
               : method_pointer(method, method.declaring_type);
}

} // namespace proxima::gen
