#include "output/rendering.hpp"

#include "output/cpp_text.hpp"
#include "output/method_text.hpp"
#include "output/records_text.hpp"
#include "output/text_template.hpp"

#include <fmt/format.h>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

std::string qualifiers(const PortMethod& method) {
    std::string text;
    text += method.is_const ? " const" : "";
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
    data values = access_data(port, method);
    values.set("type", port.type);
    values.set("name", method_name(method));
    values.set("attributes",
               (method.nodiscard ? std::string("[[nodiscard]] ") : "") + method.calling_convention);
    values.set("explicit", std::string(method.explicit_conversion ? "explicit " : ""));
    values.set("parameters", parameter_list(method));
    values.set("qualifiers", qualifiers(method));
    values.set("index", std::to_string(index));
    values.set("deleted", method.treatment == Treatment::deleted);
    values.set("private_access", method.call == CallForm::private_access);
    values.set("variadic", !method.list_sibling.empty());
    if (!method.list_sibling.empty()) {
        values.set("last_parameter", "proxima_arg_" + method.parameters.back().name);
    }
    values.set("is_entry", false);
    set_body(values, port, method,
             {call_text(port, method), "*proxima_target_", "proxima_instance_.site", ""});
    set_result(values, method);
    if (method.conversion) {
        values.set("result", "");
        values.set("trailing_result", "");
    }
    return values;
}

data construction_data(const PortClass& port) {
    data values;
    data initializers{data::type::list};
    const auto add = [&](const std::string& type, const std::string& arguments) {
        data base;
        base.set("type", type);
        base.set("arguments", arguments);
        initializers.push_back(base);
    };
    for (const BaseInitializer& initializer : port.base_initializers) {
        add(initializer.type, closed(initializer.arguments));
    }
    if (port.forwards_constructors) {
        add(port.type, "static_cast<ProximaBase&&>(proxima_base)...");
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
        if (method.call == CallForm::protected_access && method.treatment != Treatment::deleted) {
            accessors.push_back(access_data(port, method));
        }
    }
    values.set("methods", methods);
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
                       "::proxima::PortInfo proxima_port;\n}}\n}}\n}}\n",
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
        {"proxima::detail::measure_objects(", "proxima/handed_over.hpp"},
        {"::proxima::detail::Signature<", "proxima/detail/signature.hpp"},
        {" InPlace measure(", "proxima/in_place.hpp"},
        {"proxima::detail::entered(", "proxima/detail/measured_table.hpp"},
        {"va_start(", "cstdarg"}};
    std::vector<std::string> headers;
    for (const auto& [use, header] : headers_by_use) {
        if (text.find(use) != std::string::npos) {
            headers.emplace_back(header);
        }
    }
    return headers;
}

} // namespace proxima::gen
