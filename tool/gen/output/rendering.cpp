#include "output/rendering.hpp"

#include "output/cpp_text.hpp"
#include "output/embedded_templates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <kainjow/mustache.hpp>

#include <algorithm>
#include <functional>
#include <sstream>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;
using kainjow::mustache::partial;

constexpr const char* freedom =
    "The generated code is yours: it carries no obligation from Proxima's licence.";

/// Templates leave empty lines where a section has nothing to say: at most one stays, and none
/// inside a bracket's edge.
std::string without_spare_lines(const std::string& text) {
    std::istringstream lines(text);
    std::string tidy;
    std::string previous = "{";
    bool blank = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(' ') == std::string::npos) {
            blank = true;
            continue;
        }
        const bool opens = previous.ends_with('{') || previous.ends_with(':');
        const bool closes =
            line.find_first_not_of(' ') == line.find('}') && !line.starts_with("} //");
        tidy += (blank && !opens && !closes ? "\n" : "") + line + "\n";
        previous = line;
        blank = false;
    }
    return tidy;
}

std::string render_template(const char* name, data values) {
    for (const auto& [part, text] : embedded_templates()) {
        values.set(std::string(part), data{partial{[text = text]() { return std::string(text); }}});
    }
    mustache view{std::string(embedded_template(name))};
    view.set_custom_escape([](const std::string& text) { return text; });
    return without_spare_lines(view.render(values));
}

/// Where the method's record is found: in a namespace, or for a proxy template in a class template.
std::string record_scope(const Port& port) {
    std::string scope = "::proxima::mastermind::" + port.identifier;
    if (port.is_template()) {
        std::vector<std::string> arguments;
        std::transform(port.template_parameters.begin(), port.template_parameters.end(),
                       std::back_inserter(arguments),
                       [](const TemplateParameter& parameter) { return parameter.argument; });
        scope += fmt::format("<{}>", fmt::join(arguments, ", "));
    }
    return scope + "::";
}

std::string template_declaration(const Port& port) {
    std::vector<std::string> declarations;
    std::transform(port.template_parameters.begin(), port.template_parameters.end(),
                   std::back_inserter(declarations),
                   [](const TemplateParameter& parameter) { return parameter.declaration; });
    return fmt::format("template <{}>", fmt::join(declarations, ", "));
}

std::string parameter_list(const Method& method) {
    std::vector<std::string> parts;
    std::transform(method.parameters.begin(), method.parameters.end(), std::back_inserter(parts),
                   [](const Parameter& parameter) { return parameter.declared; });
    if (!method.list_sibling.empty()) {
        parts.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// A volatile method sees its own members as volatile, which they are not meant to be.
std::string own_members(const Method& method) {
    return method.is_volatile ? "const_cast<Proxy*>(this)->" : "";
}

/// Opens the call that puts a port behind a proxy of its own: a new one that owns it, or the one
/// this proxy keeps for it.
std::string wrap_open(const Method& method, const std::string& port, bool owner) {
    if (port.empty()) {
        return {};
    }
    const std::string proxy = fmt::format("::proxima::Proxy<{}>", port);
    return owner ? fmt::format("::proxima::detail::wrap_owner<{}>(", proxy)
                 : fmt::format("{}proxima_wrapped_.template wrap<{}>(", own_members(method), proxy);
}

std::string wrap_close(const std::string& port, const std::string& name) {
    return port.empty() ? "" : ", " + string_literal(name) + ")";
}

std::string argument_list(const Method& method) {
    std::vector<std::string> parts;
    for (const Parameter& parameter : method.parameters) {
        parts.push_back(fmt::format(
            "{1}static_cast<decltype(proxima_arg_{0})&&>(proxima_arg_{0}){2}{3}", parameter.name,
            wrap_open(method, parameter.wrapped_port, parameter.wraps_owner),
            parameter.pack ? "..." : "",
            wrap_close(parameter.wrapped_port, method.name + "." + parameter.name)));
    }
    if (!method.list_sibling.empty()) {
        parts.emplace_back("proxima_list");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string qualifiers(const Method& method) {
    std::string text;
    text += method.is_const ? " const" : "";
    text += method.is_volatile ? " volatile" : "";
    text += method.lvalue_qualified ? " &" : "";
    text += method.rvalue_qualified ? " &&" : "";
    text += method.exception_specification.empty() ? "" : " " + method.exception_specification;
    return text;
}

std::string captures(const Method& method, const Column& column) {
    std::vector<std::string> parts;
    for (const std::string& name : column.arguments) {
        parts.push_back(name == "target" ? "&target = *" + own_members(method) + "proxima_target_"
                                         : fmt::format("&{0} = proxima_arg_{0}", name));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Reading an argument itself cannot throw; anything else may.
bool reads_argument_only(const Column& column) {
    return column.arguments.size() == 1 && column.expression == column.arguments.front() &&
           column.kind != ColumnKind::text;
}

std::vector<const Method*> measured_methods(const Port& port) {
    std::vector<const Method*> measured;
    for (const Method& method : port.methods) {
        if (method.treatment == Treatment::measured) {
            measured.push_back(&method);
        }
    }
    return measured;
}

std::string value_types(const Method& method) {
    std::vector<std::string> types;
    std::transform(method.columns.begin(), method.columns.end(), std::back_inserter(types),
                   [](const Column& column) { return column_value_type(column.kind); });
    return fmt::format("{}", fmt::join(types, ", "));
}

data column_readers(const Method& method) {
    data list{data::type::list};
    for (const Column& column : method.columns) {
        data entry;
        entry.set("captures", captures(method, column));
        entry.set("exception_free", std::string(reads_argument_only(column) ? "() noexcept" : ""));
        entry.set("value", column_value(column));
        list.push_back(entry);
    }
    return list;
}

/// Everything about one method that a template may ask for.
data method_data(const Port& port, const Method& method, std::size_t index) {
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
    values.set("arguments", argument_list(method));
    values.set("target", call_target(method));
    values.set("records", record_scope(port));
    values.set("self", own_members(method));
    values.set("index", std::to_string(index));
    values.set("invocation_type", fmt::format("::proxima::Invocation<{}>", value_types(method)));
    values.set("deleted", method.treatment == Treatment::deleted);
    values.set("measured", method.treatment == Treatment::measured);
    values.set("member", method.call == CallForm::member);
    values.set("member_pointer", method.call != CallForm::member);
    values.set("pointer", method.call == CallForm::protected_access
                              ? fmt::format("proxima_access_{}::method()", method.identifier)
                              : method_pointer(method, method.declaring_type));
    values.set("variadic", !method.list_sibling.empty());
    if (!method.list_sibling.empty()) {
        values.set("member", true);
        values.set("member_pointer", false);
        values.set("last_parameter", "proxima_arg_" + method.parameters.back().name);
        values.set("call_name", method.list_sibling);
    } else {
        values.set("call_name", name);
    }
    values.set("columns", column_readers(method));
    values.set("wrap_open", wrap_open(method, method.wrapped_port, method.wraps_owner));
    values.set("wrap_close", wrap_close(method.wrapped_port, method.name));
    return values;
}

data record_columns(const Method& method, const std::string& storage) {
    data columns{data::type::list};
    data enumerations{data::type::list};
    for (std::size_t i = 0; i < method.columns.size(); ++i) {
        const Column& column = method.columns[i];
        data entry;
        entry.set("name_literal", string_literal(column.name));
        entry.set("type_literal", string_literal(column.cpp_type));
        entry.set("kind", column_kind_name(column.kind));
        if (!column.constants.empty()) {
            const std::string name = fmt::format("proxima_{}_constants_{}", method.identifier, i + 1);
            std::vector<std::string> constants;
            for (const EnumConstant& constant : column.constants) {
                constants.push_back(fmt::format(
                    "{{{}, {}}}", string_literal(constant.name),
                    constant.value == INT64_MIN ? "INT64_MIN" : std::to_string(constant.value)));
            }
            data enumeration;
            enumeration.set("name", name);
            enumeration.set("storage", storage);
            enumeration.set("constants", fmt::format("{}", fmt::join(constants, ", ")));
            enumerations.push_back(enumeration);
            entry.set("constants", fmt::format(", {}, {}", name, constants.size()));
        } else {
            entry.set("constants", std::string());
        }
        columns.push_back(entry);
    }
    data values;
    values.set("columns", columns);
    values.set("enumerations", enumerations);
    return values;
}

data records_data(const Port& port) {
    const std::vector<const Method*> measured = measured_methods(port);
    const std::string storage = port.is_template() ? "static " : "";
    std::vector<std::string> addresses;
    data records{data::type::list};
    for (const Method* method : measured) {
        data entry = record_columns(*method, storage);
        entry.set("identifier", method->identifier);
        entry.set("storage", storage);
        entry.set("types", value_types(*method));
        entry.set("name_literal", string_literal(method->name));
        entry.set("signature_literal", string_literal(method->signature));
        entry.set("location_literal", string_literal(to_string(method->position)));
        entry.set("has_columns", !method->columns.empty());
        records.push_back(entry);
        addresses.push_back("&" + method->identifier);
    }
    data values;
    values.set("identifier", port.identifier);
    values.set("type", port.type);
    values.set("port_name", port.name);
    values.set("port_name_literal", string_literal(port.name));
    values.set("template_declaration",
               port.is_template() ? template_declaration(port) : std::string());
    values.set("records", records);
    values.set("has_records", !measured.empty());
    values.set("record_addresses", fmt::format("{}", fmt::join(addresses, ", ")));
    values.set("record_count", std::to_string(measured.size()));
    return values;
}

data construction_data(const Port& port) {
    data values;
    data initializers{data::type::list};
    if (port.forwards_constructors) {
        data base;
        base.set("type", port.type);
        base.set("arguments", "static_cast<ProximaBase&&>(proxima_base)...");
        initializers.push_back(base);
    }
    for (const BaseInitializer& initializer : port.base_initializers) {
        data base;
        base.set("type", initializer.type);
        base.set("arguments", initializer.arguments);
        initializers.push_back(base);
    }
    data members{data::type::list};
    for (const CopiedMember& member : port.copied_members) {
        data entry;
        entry.set("name", member.name);
        entry.set("is_array", member.is_array);
        members.push_back(entry);
    }
    data statements{data::type::list};
    for (const Statement& statement : port.initialize) {
        data entry;
        entry.set("statement", statement.text);
        statements.push_back(entry);
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
    values.set("initialize", statements);
    return values;
}

/// Proxies of ports passed by pointer or reference live in the proxy that they pass through.
bool keeps_wrapped_ports(const Method& method) {
    return (!method.wrapped_port.empty() && !method.wraps_owner) ||
           std::any_of(method.parameters.begin(), method.parameters.end(),
                       [](const Parameter& parameter) {
                           return !parameter.wrapped_port.empty() && !parameter.wraps_owner;
                       });
}

data class_data(const Port& port) {
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
    for (const Method& method : port.methods) {
        if (method.treatment == Treatment::kept) {
            continue;
        }
        data entry = method_data(port, method, index);
        const bool defined = port.is_template() && method.treatment != Treatment::deleted;
        entry.set("defined", defined);
        entry.set("declared", !defined);
        methods.push_back(entry);
        index += method.treatment == Treatment::measured ? 1 : 0;
        if (method.conversion && needs_trailing_result(method)) {
            data alias;
            alias.set("name", "proxima_" + method.identifier);
            alias.set("type", method.return_type);
            aliases.push_back(alias);
        }
        if (method.call == CallForm::protected_access && method.treatment != Treatment::deleted) {
            const std::string accessor = "proxima_access_" + method.identifier;
            data access;
            access.set("accessor", accessor);
            access.set("declaring_type", method.declaring_type);
            access.set("pointer", method_pointer(method, accessor));
            accessors.push_back(access);
        }
    }
    values.set("keeps_wrapped",
               std::any_of(port.methods.begin(), port.methods.end(), keeps_wrapped_ports));
    values.set("methods", methods);
    values.set("aliases", aliases);
    values.set("accessors", accessors);
    return values;
}

std::vector<MethodDefinition> method_definitions(const Port& port) {
    std::vector<MethodDefinition> definitions;
    std::size_t index = 0;
    for (std::size_t i = 0; i < port.methods.size(); ++i) {
        const Method& method = port.methods[i];
        if (method.treatment == Treatment::measured || method.treatment == Treatment::forwarded) {
            definitions.push_back(
                {i, render_template("method_definition", method_data(port, method, index))});
        }
        index += method.treatment == Treatment::measured ? 1 : 0;
    }
    return definitions;
}

std::string forward_declaration(const Port& port) {
    return fmt::format("namespace proxima {{\nnamespace mastermind {{\nnamespace {} {{\nextern "
                       "PortRecord proxima_port;\n}}\n}}\n}}\n",
                       port.identifier);
}

data list_of(const std::string& key, const std::vector<std::string>& values) {
    data list{data::type::list};
    for (const std::string& value : values) {
        data entry;
        entry.set(key, value);
        list.push_back(entry);
    }
    return list;
}

/// Warnings about the port's own declarations, which its user knows and generated code only
/// repeats.
void set_silence(data& values, const std::vector<Port>& ports) {
    std::set<std::string> warnings;
    for (const Port& port : ports) {
        warnings.insert(port.silenced_warnings.begin(), port.silenced_warnings.end());
    }
    if (warnings.empty()) {
        values.set("silence", false);
        return;
    }
    std::string text = "// The port's own declarations give rise to these; repeating them here is "
                       "no news.\n#pragma GCC diagnostic push";
    for (const std::string& warning : warnings) {
        text += fmt::format("\n#pragma GCC diagnostic ignored \"{}\"", warning);
    }
    values.set("silence", text);
    values.set("restore", std::string("#pragma GCC diagnostic pop"));
}

std::string joined(const std::vector<RenderedPort>& rendered,
                   const std::function<std::string(const RenderedPort&)>& part) {
    std::string text;
    for (const RenderedPort& port : rendered) {
        text += part(port);
    }
    return text;
}

} // namespace

RenderedPort render(const Port& port) {
    RenderedPort rendered;
    rendered.class_definition =
        "\n/// Measures " + port.name + ".\n" + render_template("class", class_data(port));
    if (port.is_template()) {
        rendered.record_templates = render_template("records_template", records_data(port));
        return rendered;
    }
    const bool constructor_in_header =
        port.forwards_constructors || !port.base_initializers.empty() || !port.initialize.empty();
    rendered.forward_declaration = constructor_in_header ? forward_declaration(port) : "";
    rendered.records_declaration = render_template("records_declaration", records_data(port));
    rendered.records_definition = render_template("records_definition", records_data(port));
    if (!port.forwards_constructors) {
        rendered.constructor_definition =
            render_template("constructor_definition", construction_data(port));
    }
    rendered.method_definitions = method_definitions(port);
    return rendered;
}

ProxyFiles assemble_proxies(const ProxyFrame& frame, const std::vector<Port>& ports,
                            const std::vector<RenderedPort>& rendered) {
    data values;
    values.set("header_name", frame.header_name);
    values.set("proxy_header_name", frame.proxy_header);
    values.set("freedom", std::string(freedom));
    values.set("includes", list_of("spelling", frame.includes));
    values.set("has_templates", std::any_of(ports.begin(), ports.end(),
                                            [](const Port& port) { return port.is_template(); }));
    values.set("forward_declarations",
               joined(rendered, [](const RenderedPort& port) { return port.forward_declaration; }));
    values.set("record_templates",
               joined(rendered, [](const RenderedPort& port) { return port.record_templates; }));
    const std::string classes =
        joined(rendered, [](const RenderedPort& port) { return port.class_definition; });
    values.set("classes", classes);
    const std::string definitions = joined(rendered, [](const RenderedPort& port) {
        std::string text = port.constructor_definition;
        for (const MethodDefinition& definition : port.method_definitions) {
            text += definition.text;
        }
        return text;
    });
    values.set("definitions", definitions);
    values.set("needs_signature",
               classes.find("::proxima::detail::Signature<") != std::string::npos);
    values.set("needs_copy_array",
               (classes + definitions).find("::copy_array(") != std::string::npos);
    values.set("needs_wrap",
               (classes + definitions).find("proxima::detail::wrap_owner<") != std::string::npos ||
                   classes.find("proxima::detail::WrappedPorts") != std::string::npos);
    values.set("needs_va_list", (classes + definitions).find("va_start(") != std::string::npos);
    set_silence(values, ports);
    return {render_template("proxy_header", values), render_template("proxy_source", values)};
}

MastermindFiles assemble_mastermind(const std::vector<RenderedPort>& rendered) {
    data values;
    values.set("freedom", std::string(freedom));
    values.set("declarations",
               joined(rendered, [](const RenderedPort& port) { return port.records_declaration; }));
    values.set("definitions",
               joined(rendered, [](const RenderedPort& port) { return port.records_definition; }));
    return {render_template("mastermind_header", values),
            render_template("mastermind_source", values)};
}

} // namespace proxima::gen
