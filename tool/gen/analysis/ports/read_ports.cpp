#include "analysis/ports/read_ports.hpp"

#include "analysis/classes/virtual_methods.hpp"
#include "analysis/ports/configured_expressions.hpp"
#include "analysis/ports/parameter_resolver.hpp"
#include "analysis/ports/port_reader.hpp"
#include "analysis/ports/type_completion.hpp"

#include <llvm/ADT/STLExtras.h>

namespace proxima::gen {
namespace {

constexpr std::size_t most_left_out = 8;

// Excluded methods are forwarded; the last rule that matches decides.
void apply_method_rules(const GeneratorConfiguration& configuration, PortClass& port,
                        std::set<SourcePosition>& used) {
    for (PortMethod& method : port.methods) {
        for (const ConfigurationRule& rule : configuration.methods) {
            if (!names_method(rule.pattern, port, method)) {
                continue;
            }
            used.insert(rule.position);
            const bool applies =
                method.treatment == Treatment::measured || method.treatment == Treatment::forwarded;
            if (applies) {
                const bool measured = rule.effect == ConfigurationRule::Effect::include;
                method.treatment = measured ? Treatment::measured : Treatment::forwarded;
                method.reason = measured ? ""
                                         : "excluded by the rule \"" + rule.pattern + "\" at " +
                                               to_string(rule.position);
            }
        }
    }
}

bool measures_something(const PortClass& port) {
    return llvm::any_of(port.methods, [](const PortMethod& method) {
        return method.treatment == Treatment::measured;
    });
}

// Tells whether a class without a proxy can be measured in place, and says how.
void advise_in_place(TranslationUnit& unit, const SelectedClass& selected, PortClass& port) {
    GeneratorConfiguration configuration;
    configuration.ports.emplace_back().port = "*";
    configuration.ports.back().in_place = true;
    const PortClass measured =
        read_class(unit.sema(), configuration, *selected.record, selected.names);
    port.fits_in_place = measured.eligible() && measures_something(measured);
    if (port.fits_in_place && port.refusal.find("\"in_place\"") == std::string::npos) {
        port.refusal += "; " + in_place_advice(port.name);
    }
}

PortClass read_port(TranslationUnit& unit, const SelectedClass& selected,
                    const GeneratorConfiguration& configuration, const EarlierAttempts& earlier,
                    std::set<SourcePosition>& used) {
    PortClass port = read_class(unit.sema(), configuration, *selected.record, selected.names);
    port.asked_for = selected.asked_for;
    const auto known = earlier.refused.find(port.name);
    if (known != earlier.refused.end()) {
        port.refusal = known->second.refusal;
        port.refusal_position = known->second.refusal_position;
        port.fits_in_place = known->second.fits_in_place;
    }
    if (port.methods.empty() && !is_abstract(*selected.record)) {
        port.refuse("it has no virtual methods, so there is nothing to measure", port.position);
    }
    for (const PortOptions& options : configuration.ports) {
        if (names_port(options.port, port)) {
            used.insert(options.position);
        }
    }
    apply_method_rules(configuration, port, used);
    if (port.in_place && !measures_something(port)) {
        port.refuse("none of its methods can be measured in place", port.position);
    }
    if (!port.eligible() && !port.in_place && known == earlier.refused.end()) {
        advise_in_place(unit, selected, port);
    }
    return port;
}

std::vector<PortClass> read_selected(TranslationUnit& unit, const Selection& selection,
                                     const GeneratorConfiguration& configuration,
                                     const EarlierAttempts& earlier, HeaderAnalysis& analysis) {
    std::vector<PortClass> ports;
    for (const SelectedClass& selected : selection.classes) {
        ports.push_back(read_port(unit, selected, configuration, earlier, analysis.used));
    }
    for (const SkippedClass& name : selection.unusable) {
        PortClass port;
        port.name = name.name;
        port.position = name.position;
        port.only_a_name = true;
        port.asked_for = true;
        port.refuse(name.reason, name.position);
        ports.push_back(std::move(port));
    }
    std::set<std::string> taken;
    for (PortClass& port : ports) {
        port.header = analysis.header;
        port.identifier = make_unique(port.identifier, taken);
    }
    return ports;
}

std::vector<const clang::CXXRecordDecl*> eligible_records(const Selection& selection,
                                                          const std::vector<PortClass>& ports) {
    std::vector<const clang::CXXRecordDecl*> records;
    for (std::size_t i = 0; i < selection.classes.size(); ++i) {
        if (ports[i].eligible()) {
            records.push_back(selection.classes[i].record);
        }
    }
    return records;
}

// The headers that the generated header includes: the preludes, the port's own, and those that
// complete types.
void store_includes(TranslationUnit& unit, const std::vector<CompletedType>& completions,
                    HeaderAnalysis& analysis) {
    analysis.includes = unit.include_spellings();
    for (const CompletedType& completion : completions) {
        const std::string spelling = unit.include_spelling(completion.header);
        analysis.includes.push_back(spelling);
        for (PortClass& port : analysis.ports) {
            port.notes.push_back({"the proxy also includes " + spelling + ", because calls need " +
                                      completion.type +
                                      ", which the port's header may only declare",
                                  port.position});
        }
    }
}

} // namespace

bool read_ports(TranslationUnit& unit, const Selection& selection,
                const GeneratorConfiguration& configuration, EarlierAttempts& earlier,
                HeaderAnalysis& analysis) {
    analysis.ports = read_selected(unit, selection, configuration, earlier, analysis);
    std::vector<CompletedType> completions;
    if (earlier.left_out.size() <= most_left_out) {
        if (!complete_types(unit, analysis.header, eligible_records(selection, analysis.ports),
                            earlier.left_out, completions)) {
            return false;
        }
        if (!completions.empty()) {
            analysis.ports = read_selected(unit, selection, configuration, earlier, analysis);
        }
    }
    store_includes(unit, completions, analysis);
    analysis.files_read = unit.dependencies();
    resolve_parameters(unit, configuration, analysis.ports, analysis.used);
    return true;
}

} // namespace proxima::gen
