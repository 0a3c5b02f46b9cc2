#include "output/explanation.hpp"

#include "model/class_owners.hpp"
#include "output/cpp_text.hpp"
#include "output/file_writer.hpp"

#include <proxima/base/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>

namespace proxima::gen {
namespace {

using Json = nlohmann::ordered_json;

const char* treatment_name(Treatment treatment) {
    static constexpr const char* names[] = {"measured", "forwarded", "deleted", "kept", "refused"};
    return names[static_cast<std::size_t>(treatment)];
}

long count(const PortClass& port, Treatment treatment) {
    return std::count_if(port.methods.begin(), port.methods.end(),
                         [&](const PortMethod& method) { return method.treatment == treatment; });
}

// The way in which the class can be measured.
const char* verdict(const PortClass& port) {
    const char* const in_place = port.eligible() || port.fits_in_place ? "in place" : "refused";
    return port.eligible() && !port.in_place ? "proxy" : in_place;
}

std::string summary(const PortClass& port) {
    std::string text = fmt::format("{} measured", count(port, Treatment::measured));
    for (const Treatment treatment : {Treatment::forwarded, Treatment::deleted, Treatment::kept}) {
        if (const long number = count(port, treatment); number != 0) {
            text += fmt::format(", {} {}", number, treatment_name(treatment));
        }
    }
    return text;
}

// The names that expressions may use, and what is recorded.
std::string parameters_text(const PortMethod& method) {
    const std::string arguments = joined(method.parameters, &MethodParameter::name);
    const std::string recorded = joined(method.recorded, &RecordedParameter::name);
    return (arguments.empty() ? "" : "  arguments " + arguments) +
           (recorded.empty() ? "" : "  records " + recorded);
}

void set_place(Json& object, const SourcePosition& position) {
    object["file"] = position.file;
    object["line"] = position.line;
}

Json method_json(const PortMethod& method) {
    Json object{{"name", method.name},
                {"signature", method.signature},
                {"treatment", treatment_name(method.treatment)}};
    if (!method.reason.empty()) {
        object["reason"] = method.reason;
    }
    set_place(object, method.position);
    Json parameters = Json::array();
    if (method.treatment == Treatment::measured) {
        for (const RecordedParameter& parameter : method.recorded) {
            parameters.push_back({{"name", parameter.name},
                                  {"expression", parameter.expression},
                                  {"type", parameter.cpp_type},
                                  {"kind", kind_name(parameter.kind)},
                                  {"after", parameter.after}});
        }
    }
    object["parameters"] = std::move(parameters);
    return object;
}

Json port_json(const PortClass& port) {
    Json object{{"name", port.name},
                {"status", port.eligible() ? "eligible" : "refused"},
                {"verdict", verdict(port)}};
    if (!port.eligible()) {
        object["reason"] = port.refusal;
        object["reason_file"] = port.refusal_position.file;
        object["reason_line"] = port.refusal_position.line;
    }
    object["header"] = port.header;
    set_place(object, port.position);
    object["template"] = port.is_template();
    object["methods"] = Json::array();
    for (const PortMethod& method : port.methods) {
        object["methods"].push_back(method_json(method));
    }
    object["notes"] = Json::array();
    for (const Note& note : port.notes) {
        set_place(object["notes"].emplace_back(Json{{"text", note.text}}), note.position);
    }
    return object;
}

std::string in_brackets(const SourcePosition& position) {
    return position.file.empty() ? "" : " (" + to_string(position) + ")";
}

// One line for each unselected class: the reason, and the option that selects it.
std::string skipped_text(const std::vector<SkippedClass>& classes) {
    std::string text;
    for (const SkippedClass& skipped : classes) {
        text += fmt::format("skipped   {}: {}{}\n", skipped.name, skipped.reason,
                            in_brackets(skipped.position));
    }
    return text;
}

} // namespace

std::string list_text(const std::vector<PortClass>& ports, bool verbose) {
    std::string text;
    for (const PortClass& port : ports) {
        text += fmt::format("{:9} {}: {}{}\n", verdict(port), port.name,
                            port.eligible() ? summary(port) : port.refusal,
                            in_brackets(port.eligible() ? port.position : port.refusal_position));
        if (!port.eligible()) {
            continue;
        }
        for (const PortMethod& method : port.methods) {
            if (verbose || method.treatment != Treatment::measured) {
                text += fmt::format(
                    "            {:9} {}{}{}\n", treatment_name(method.treatment), method.signature,
                    method.reason.empty() ? "" : ": " + method.reason,
                    method.treatment == Treatment::measured ? parameters_text(method) : "");
            }
        }
        for (const Note& note : port.notes) {
            if (verbose || note.of_state) {
                text += fmt::format("            note      {}\n", note.text);
            }
        }
    }
    return text;
}

std::string explanation_json(const std::vector<PortClass>& ports) {
    Json root{{"format", 1}, {"classes", Json::array()}};
    for (const PortClass& port : ports) {
        root["classes"].push_back(port_json(port));
    }
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void print_explanation(const Options& options, const std::vector<HeaderAnalysis>& headers) {
    const std::vector<PortClass> ports = all_ports(headers);
    if (options.explain && !options.explains_to_file()) {
        std::cout << explanation_json(ports);
    }
    if (!options.list) {
        return;
    }
    if (options.explains_to_file()) {
        write_files({{*options.explain, explanation_json(ports)}});
    }
    std::cout << list_text(ports, options.verbose);
    for (const HeaderAnalysis& analysis : headers) {
        std::cout << skipped_text(analysis.skipped);
    }
}

} // namespace proxima::gen
