#include "output/rendering.hpp"

#include "output/cpp_text.hpp"
#include "output/method_text.hpp"
#include "output/records_text.hpp"
#include "output/text_template.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

std::string qualifiers(const PortMethod& method) {
    std::string text;
    text += method.is_const ? " const" : "";
    text += method.is_volatile ? " volatile" : "";
    text += method.lvalue_qualified ? " &" : "";
    text += method.rvalue_qualified ? " &&" : "";
    text += method.exception_specification.empty() ? "" : " " + method.exception_specification;
    return text;
}

// The call of the target's method.
std::string call_text(const PortClass& port, const PortMethod& method) {
    if (!method.list_sibling.empty()) {
        return fmt::format("{}.{}({})", call_target(method), method.list_sibling,
                           argument_list(method));
    }
    return method.call == CallForm::member
               ? fmt::format("{}.{}({})", call_target(method), method_name(method),
                             argument_list(method))
               : fmt::format("({}.*{})({})", call_target(method), member_pointer(port, method),
                             argument_list(method));
}

// The template values of one method.
data method_data(const PortClass& port, const PortMethod& method, std::size_t index) {
    data values;
    const bool trailing = needs_trailing_result(method);
    const std::string name = method_name(method);
    values.set("type", port.type);
    values.set("name", name);
    values.set("identifier", method.identifier);
    values.set("attributes",
               (method.nodiscard ? std::string("[[nodiscard]] ") : "") + method.calling_convention);
    values.set("explicit", std::string(method.explicit_conversion ? "explicit " : ""));
    values.set("result", method.conversion ? "" : (trailing ? "auto" : method.return_type) + " ");
    values.set("trailing_result",
               trailing && !method.conversion ? " -> " + method.return_type : "");
    values.set("parameters", parameter_list(method));
    values.set("qualifiers", qualifiers(method));
    values.set("records", record_scope(port));
    values.set("index", std::to_string(index));
    values.set("invocation_type", fmt::format("::proxima::Invocation<{}>", value_types(method)));
    values.set("deleted", method.treatment == Treatment::deleted);
    values.set("private_access", method.call == CallForm::private_access);
    values.set("access", access_name(port, method));
    values.set("pointer_type", method.member_pointer_type);
    values.set("private_member", method.declaring_type + "::" + name);
    values.set("variadic", !method.list_sibling.empty());
    if (!method.list_sibling.empty()) {
        values.set("last_parameter", "proxima_arg_" + method.parameters.back().name);
    }
    values.set("is_entry", false);
    set_body(values, method,
             {call_text(port, method), "*" + own_members(method) + "proxima_target_",
              own_members(method) + "proxima_instance_.site", ""});
    return values;
}

data construction_data(const PortClass& port) {
    data values;
    data initializers{data::type::list};
    for (const BaseInitializer& initializer : port.base_initializers) {
        data base;
        base.set("type", initializer.type);
        base.set("arguments", closed(initializer.arguments));
        initializers.push_back(base);
    }
    if (port.forwards_constructors) {
        data base;
        base.set("type", port.type);
        base.set("arguments", "static_cast<ProximaBase&&>(proxima_base)...");
        initializers.push_back(base);
    }
    data members{data::type::list};
    for (const CopiedMember& member : port.copied_members) {
        data entry;
        entry.set("name", member.name);
        entry.set("is_array", member.is_array);
        members.push_back(entry);
    }
    std::vector<std::string> statements;
    for (const Statement& statement : port.initialize) {
        statements.push_back(closed(statement.text));
    }
    const bool delegates = !port.base_initializers.empty() || !port.initialize.empty();
    values.set("delegates", delegates);
    values.set("forwarded_base",
               port.forwards_constructors ? ", static_cast<ProximaBase&&>(proxima_base)..." : "");
    values.set("delegate_head",
               port.forwards_constructors ? "    template <class... ProximaBase>\n" : "");
    values.set("delegate_parameters",
               port.forwards_constructors ? ", ProximaBase&&... proxima_base" : "");
    values.set("type", port.type);
    values.set("records", record_scope(port));
    values.set("base_initializers", initializers);
    values.set("copied_members", members);
    values.set("initialize", list_of("statement", statements));
    return values;
}

data class_data(const PortClass& port) {
    data values = construction_data(port);
    values.set("template_head",
               (port.is_template() ? template_declaration(port) : "template <>") + "\n");
    values.set("own_constructor", port.is_template() && !port.forwards_constructors);
    values.set("declared_constructor", !port.is_template() && !port.forwards_constructors);
    values.set("forwarding_constructor", port.forwards_constructors);
    data methods{data::type::list};
    data aliases{data::type::list};
    data accessors{data::type::list};
    std::size_t index = 0;
    for (const PortMethod& method : port.methods) {
        if (method.treatment == Treatment::kept) {
            continue;
        }
        data entry = method_data(port, method, index);
        const bool defined = port.is_template() && method.treatment != Treatment::deleted;
        entry.set("defined", defined);
        entry.set("declared", !defined);
        entry.set("body", defined ? indented(render_template("method_body", entry)) : "");
        methods.push_back(entry);
        index += method.treatment == Treatment::measured ? 1 : 0;
        if (method.conversion && needs_trailing_result(method)) {
            data alias;
            alias.set("name", "proxima_" + method.identifier);
            alias.set("type", method.return_type);
            aliases.push_back(alias);
        }
        if (method.call == CallForm::protected_access && method.treatment != Treatment::deleted) {
            const std::string accessor = access_name(port, method);
            data access;
            access.set("accessor", accessor);
            access.set("declaring_type", method.declaring_type);
            access.set("pointer", method_pointer(method, accessor));
            accessors.push_back(access);
        }
    }
    values.set("methods", methods);
    values.set("aliases", aliases);
    values.set("accessors", accessors);
    return values;
}

std::vector<ProxyDefinition> method_definitions(const PortClass& port) {
    std::vector<ProxyDefinition> definitions;
    std::size_t index = 0;
    for (std::size_t i = 0; i < port.methods.size(); ++i) {
        const PortMethod& method = port.methods[i];
        if (method.treatment == Treatment::measured || method.treatment == Treatment::forwarded) {
            definitions.push_back(
                {i, render_template("method_definition", method_data(port, method, index))});
        }
        index += method.treatment == Treatment::measured ? 1 : 0;
    }
    return definitions;
}

std::string forward_declaration(const PortClass& port) {
    return fmt::format("namespace proxima {{\nnamespace mastermind {{\nnamespace {} {{\nextern "
                       "PortInfo proxima_port;\n}}\n}}\n}}\n",
                       port.identifier);
}

PortCode proxy_code(const PortClass& port) {
    PortCode rendered;
    rendered.class_definition =
        "\n/// Measures " + port.name + ".\n" + render_template("class", class_data(port));
    if (port.is_template()) {
        rendered.record_templates = records_template(port);
        return rendered;
    }
    const bool constructor_in_header =
        port.forwards_constructors || !port.base_initializers.empty() || !port.initialize.empty();
    rendered.forward_declaration = constructor_in_header ? forward_declaration(port) : "";
    rendered.records_declaration = records_declaration(port);
    rendered.records_definition = records_definition(port);
    if (!port.forwards_constructors) {
        rendered.constructor_definition =
            render_template("constructor_definition", construction_data(port));
    }
    rendered.method_definitions = method_definitions(port);
    return rendered;
}

} // namespace

void render(std::vector<PortClass>& ports) {
    for (PortClass& port : ports) {
        if (port.eligible()) {
            port.code = port.in_place ? in_place_code(port) : proxy_code(port);
        }
    }
}

std::vector<std::string> headers_needed_by(const std::string& text) {
    static const std::pair<const char*, const char*> headers_by_use[] = {
        {"::copy_array(", "proxima/detail/copy_array.hpp"},
        {"proxima::detail::measure_objects(", "proxima/handed_over.hpp"},
        {"::proxima::detail::Signature<", "proxima/detail/signature.hpp"},
        {" InPlace measure(", "proxima/in_place.hpp"},
        {"proxima::detail::entered(", "proxima/detail/measured_table.hpp"},
        {"va_start(", "cstdarg"}};
    std::vector<std::string> headers;
    for (const auto& [use, header] : headers_by_use) {
        const bool needed = text.find(use) != std::string::npos &&
                            std::find(headers.begin(), headers.end(), header) == headers.end();
        if (needed) {
            headers.emplace_back(header);
        }
    }
    return headers;
}

} // namespace proxima::gen
