#include "output/assembly.hpp"

#include "output/needed_headers.hpp"
#include "output/text_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace proxima::gen {
namespace {

using kainjow::mustache::data;

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

ProxyFiles assemble_proxies(const ProxyFrame& frame, const std::vector<Port>& ports,
                            const std::vector<RenderedPort>& rendered) {
    data values;
    values.set("header_name", frame.header_name);
    values.set("proxy_header_name", frame.proxy_header);
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
    values.set("header_needs", list_of("needed", headers_needed_by(classes)));
    values.set("source_needs", list_of("needed", headers_needed_by(definitions)));
    set_silence(values, ports);
    return {render_template("proxy_header", values), render_template("proxy_source", values)};
}

MastermindFiles assemble_mastermind(const std::vector<RenderedPort>& rendered) {
    data values;
    values.set("declarations",
               joined(rendered, [](const RenderedPort& port) { return port.records_declaration; }));
    values.set("definitions",
               joined(rendered, [](const RenderedPort& port) { return port.records_definition; }));
    return {render_template("mastermind_header", values),
            render_template("mastermind_source", values)};
}

std::string assemble_components(const std::vector<std::string>& proxy_headers,
                                const std::vector<Port>& ports) {
    std::string types;
    for (const Port& port : ports) {
        if (port.eligible() && !port.is_template()) {
            types += (types.empty() ? "" : ", ") + port.type;
        }
    }
    data values;
    values.set("headers", list_of("name", proxy_headers));
    values.set("types", types);
    return render_template("proxy_components", values);
}

} // namespace proxima::gen
