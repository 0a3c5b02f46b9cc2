#include "output/assembly.hpp"

#include "model/class_owners.hpp"
#include "output/explanation.hpp"
#include "output/rendering.hpp"
#include "output/text_template.hpp"

#include <proxima/base/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

using kainjow::mustache::data;

// Joins one piece of the code of all ports.
std::string pieces_of(const std::vector<PortClass>& ports, std::string PortCode::* piece) {
    std::string text;
    for (const PortClass& port : ports) {
        text += port.code.*piece;
    }
    return text;
}

std::string name_of(const HeaderAnalysis& analysis) {
    return fs::path(analysis.header).filename().string();
}

std::string stem_of(const HeaderAnalysis& analysis) {
    return fs::path(analysis.header).stem().string();
}

std::vector<PortClass> eligible_ports(std::vector<PortClass> ports) {
    std::erase_if(ports, [](const PortClass& port) { return !port.eligible(); });
    return ports;
}

void add_proxies(const HeaderAnalysis& analysis, const fs::path& directory,
                 std::vector<OutputFile>& files) {
    const std::vector<PortClass> ports = eligible_ports(analysis.ports);
    const std::string classes = pieces_of(ports, &PortCode::class_definition);
    std::string definitions;
    for (const PortClass& port : ports) {
        definitions += port.code.constructor_definition + port.code.in_place_definition;
        for (const ProxyDefinition& definition : port.code.method_definitions) {
            definitions += definition.text;
        }
    }
    const std::string proxy_header = stem_of(analysis) + ".proxy.hpp";
    data values;
    values.set("header_name", name_of(analysis));
    values.set("proxy_header_name", proxy_header);
    values.set("includes", list_of("spelling", analysis.includes));
    values.set("has_templates", std::any_of(ports.begin(), ports.end(), [](const PortClass& port) {
                   return port.is_template();
               }));
    values.set("forward_declarations", pieces_of(ports, &PortCode::forward_declaration));
    values.set("record_templates", pieces_of(ports, &PortCode::record_templates));
    values.set("classes", classes);
    values.set("definitions", definitions);
    values.set("header_needs", list_of("needed", headers_needed_by(classes)));
    values.set("source_needs", list_of("needed", headers_needed_by(definitions)));
    files.push_back({directory / proxy_header, render_template("proxy_header", values)});
    files.push_back(
        {directory / (stem_of(analysis) + ".proxy.cpp"), render_template("proxy_source", values)});
}

void add_mastermind(const std::vector<HeaderAnalysis>& headers, const std::vector<PortClass>& ports,
                    const fs::path& directory, std::vector<OutputFile>& files) {
    std::vector<std::string> names;
    std::transform(headers.begin(), headers.end(), std::back_inserter(names), name_of);
    data values;
    values.set("header_names", base::joined(names));
    values.set("declarations", pieces_of(ports, &PortCode::records_declaration));
    values.set("definitions", pieces_of(ports, &PortCode::records_definition));
    files.push_back({directory / "mastermind.hpp", render_template("mastermind_header", values)});
    files.push_back({directory / "mastermind.cpp", render_template("mastermind_source", values)});
}

// Code that makes proxies components of the framework.
std::string components_text(const std::vector<HeaderAnalysis>& headers,
                            const std::vector<PortClass>& ports) {
    std::vector<std::string> proxy_headers;
    for (const HeaderAnalysis& analysis : headers) {
        proxy_headers.push_back(stem_of(analysis) + ".proxy.hpp");
    }
    std::vector<std::string> types;
    for (const PortClass& port : ports) {
        if (port.becomes_component()) {
            types.push_back(port.type);
        }
    }
    data values;
    values.set("headers", list_of("name", proxy_headers));
    values.set("types", base::joined(types));
    return render_template("proxy_components", values);
}

std::string dependencies_text(const std::vector<HeaderAnalysis>& headers, const Options& options) {
    std::set<std::string> inputs;
    for (const HeaderAnalysis& analysis : headers) {
        inputs.insert(analysis.files_read.begin(), analysis.files_read.end());
    }
    if (options.configuration) {
        inputs.insert(*options.configuration);
    }
    return dependency_text(
        options.depfile_target.value_or((fs::path(options.output) / "mastermind.cpp").string()),
        {inputs.begin(), inputs.end()});
}

} // namespace

std::vector<OutputFile> assemble(const Options& options,
                                 const std::vector<HeaderAnalysis>& headers) {
    const fs::path directory = options.output;
    const std::vector<PortClass> ports = eligible_ports(all_ports(headers));
    std::vector<OutputFile> files;
    for (const HeaderAnalysis& analysis : headers) {
        add_proxies(analysis, directory, files);
    }
    add_mastermind(headers, ports, directory, files);
    if (options.components) {
        files.push_back({directory / "proxy_components.cpp", components_text(headers, ports)});
    }
    if (options.depfile) {
        files.push_back({*options.depfile, dependencies_text(headers, options)});
    }
    if (options.explains_to_file()) {
        files.push_back({*options.explain, explanation_json(all_ports(headers))});
    }
    return files;
}

} // namespace proxima::gen
