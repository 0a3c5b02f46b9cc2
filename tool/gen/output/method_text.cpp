#include "output/method_text.hpp"

#include "output/cpp_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

// Casts values only; casting a reference would need a complete class.
std::string forwarded(const MethodParameter& parameter) {
    if (parameter.passed_by_name && parameter.wrapped.type.empty()) {
        return "proxima_arg_" + parameter.name;
    }
    return fmt::format("static_cast<decltype(proxima_arg_{0})&&>(proxima_arg_{0})", parameter.name);
}

// True if the expression is an argument itself; anything else may throw.
bool reads_argument_only(const RecordedParameter& parameter) {
    return parameter.arguments.size() == 1 && parameter.expression == parameter.arguments.front() &&
           parameter.kind != ParameterKind::text;
}

// Captures of a reader: constant views of arguments, and `target`, the measured port.
std::string captures(const PortMethod& method, const RecordedParameter& parameter,
                     const std::string& target) {
    std::vector<std::string> parts;
    for (const std::string& name : parameter.arguments) {
        const bool is_argument =
            std::any_of(method.parameters.begin(), method.parameters.end(),
                        [&](const MethodParameter& parameter) { return parameter.name == name; });
        const std::string view = reads_argument_only(parameter)
                                     ? "&{0} = proxima_arg_{0}"
                                     : "&{0} = ::std::as_const(proxima_arg_{0})";
        parts.push_back(is_argument ? fmt::format(fmt::runtime(view), name)
                                    : "&target = " + target);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
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

std::string own_members(const PortMethod& method) {
    return method.is_volatile ? "const_cast<Proxy*>(this)->" : "";
}

std::string wrap_open(const PortMethod& method, const WrappedPort& port) {
    if (port.type.empty()) {
        return {};
    }
    const std::string proxy = fmt::format("::proxima::Proxy<{}>", port.type);
    return port.by_owner
               ? fmt::format("::proxima::detail::wrap_owner<{}>(", proxy)
               : fmt::format("{}proxima_wrapped_.template wrap<{}>(", own_members(method), proxy);
}

std::string wrap_close(const PortMethod& method, const WrappedPort& port, const std::string& name) {
    return port.type.empty()
               ? ""
               : ", " + own_members(method) + "proxima_instance_, " + string_literal(name) + ")";
}

std::string argument_list(const PortMethod& method) {
    std::vector<std::string> parts;
    parts.reserve(method.parameters.size() + 1);
    for (const MethodParameter& parameter : method.parameters) {
        parts.push_back(wrap_open(method, parameter.wrapped) + forwarded(parameter) +
                        (parameter.pack ? "..." : "") +
                        wrap_close(method, parameter.wrapped, method.name + "." + parameter.name));
    }
    if (!method.list_sibling.empty()) {
        parts.emplace_back("proxima_list");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

data parameter_readers(const PortMethod& method, const std::string& target) {
    data list{data::type::list};
    for (const RecordedParameter& parameter : method.recorded) {
        data entry;
        entry.set("captures", captures(method, parameter, target));
        entry.set("exception_free",
                  std::string(reads_argument_only(parameter) ? "() noexcept" : ""));
        entry.set("takes_time", parameter.takes_time);
        entry.set("value", stored_value(parameter));
        list.push_back(entry);
    }
    return list;
}

std::string access_name(const PortClass& port, const PortMethod& method) {
    return method.call == CallForm::private_access
               ? fmt::format("proxima_access_{}_{}", port.identifier, method.identifier)
               : fmt::format("proxima_access_{}", method.identifier);
}

std::string member_pointer(const PortClass& port, const PortMethod& method) {
    switch (method.call) {
    case CallForm::protected_access:
        return access_name(port, method) + "::method()";
    case CallForm::private_access:
        return fmt::format("private_member({}())", access_name(port, method));
    default:
        return method_pointer(method, method.declaring_type);
    }
}

} // namespace proxima::gen
