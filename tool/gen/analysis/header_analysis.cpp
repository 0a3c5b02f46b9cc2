#include "analysis/header_analysis.hpp"

#include "analysis/classes/class_finder.hpp"
#include "analysis/classes/port_reader.hpp"
#include "analysis/classes/selection.hpp"
#include "analysis/methods/parameter_resolver.hpp"
#include "analysis/methods/wrapping.hpp"
#include "analysis/parse/given_paths.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "analysis/types/type_completion.hpp"
#include "analysis/types/unique_names.hpp"
#include "output/needed_headers.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

namespace proxima::gen {
namespace {

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

// Parses the rendered pieces behind the header they are for. A port whose pieces do not parse is
// refused, with Clang's reason: code that does not compile is never written.
class Check {
public:
    explicit Check(TranslationUnit& unit) : unit_(&unit) {}

    void load_runtime() {
        const std::vector<Diagnostic> errors = unit_->parse(
            "proxima-gen-runtime",
            "#include <proxima/proxy.hpp>\n#include <proxima/method_info.hpp>\n"
            "#include <proxima/invocation.hpp>\n#include <proxima/detail/type_name.hpp>\n");
        if (!errors.empty()) {
            throw base::Error(
                errors.front().position,
                errors.front().message +
                    " (the headers of the runtime do not parse behind this header with "
                    "these compiler flags; C++17 or later is needed)");
        }
    }

    // Whether the last error lay in what a header's templates were instantiated to. Clang reports
    // that once only.
    bool failed_in_header() const { return failed_in_header_; }

    void check_class(PortClass& port, const RenderedPort& rendered) {
        if (!parse(port, nullptr, rendered.forward_declaration) ||
            !parse(port, nullptr, rendered.record_templates) ||
            !parse(port, nullptr, in_mastermind(rendered.records_declaration)) ||
            !parse(port, nullptr, in_proxima(rendered.class_definition)) ||
            !parse(port, nullptr, in_mastermind(rendered.records_definition)) ||
            !parse(port, nullptr, in_proxima(rendered.constructor_definition)) ||
            !parse(port, nullptr, in_proxima(rendered.in_place_definition))) {
            return;
        }
        if (!port.is_template() && !port.in_place) {
            parse(port, nullptr,
                  "static_assert(!__is_abstract(::proxima::Proxy<" + port.type +
                      ">), \"a pure virtual method is left\");\n"
                      "inline void proxima_destroy(::proxima::Proxy<" +
                      port.type + ">* proxy) { proxy->~Proxy(); }\n");
        }
    }

    // Behind the classes of all ports: methods may make proxies of other ports.
    void check_methods(PortClass& port, const RenderedPort& rendered) {
        for (const ProxyDefinition& definition : rendered.method_definitions) {
            if (!parse(port, &port.methods[definition.method], in_proxima(definition.text))) {
                return;
            }
        }
    }

private:
    static std::string in_proxima(const std::string& text) {
        return "namespace proxima {\n" + text + "}\n";
    }
    static std::string in_mastermind(const std::string& text) {
        return "namespace proxima { namespace mastermind {\n" + text + "} }\n";
    }

    // The headers that the generated file would include, each once.
    void load_headers_for(const std::string& text) {
        for (const std::string& header : headers_needed_by(text)) {
            if (loaded_.insert(header).second) {
                unit_->parse("proxima-gen-runtime", "#include <" + header + ">\n");
            }
        }
    }

    bool parse(PortClass& port, PortMethod* method, const std::string& text) {
        load_headers_for(text);
        const std::vector<Diagnostic> errors = unit_->parse(check_name, text);
        if (errors.empty()) {
            return true;
        }
        failed_in_header_ = errors.front().position.file != check_name;
        const std::string& cause = errors.front().message;
        const bool incomplete = cause.find("incomplete") != std::string::npos ||
                                cause.find("undefined template") != std::string::npos;
        std::string message =
            cause + (incomplete ? "; complete the type with --prelude HEADER" : "");
        if (method != nullptr) {
            method->treatment = Treatment::refused;
            method->reason = "cannot be forwarded: " + message;
            port.refusal = method->name + "() " + method->reason;
            port.refusal_position = method->position;
        } else {
            if (incomplete && !port.in_place) { // only a proxy constructs and destroys the port
                message += ", or " + in_place_advice(port.name);
            }
            port.refusal = (port.in_place ? "what would measure it" : "a class derived from it") +
                           std::string(" does not compile: ") + message;
            port.refusal_position = port.position;
        }
        return false;
    }

    static constexpr const char* check_name = "proxima-gen-check";
    TranslationUnit* unit_;
    std::set<std::string> loaded_;
    bool failed_in_header_ = false;
};

bool measures_something(const PortClass& port) {
    return std::any_of(port.methods.begin(), port.methods.end(), [](const PortMethod& method) {
        return method.treatment == Treatment::measured;
    });
}

// Findings of earlier attempts. Every attempt reads the port's header again.
struct EarlierAttempts {
    static constexpr std::size_t most_left_out = 8;
    std::set<std::string> left_out; // headers that complete no type
    std::map<std::string, std::pair<std::string, SourcePosition>> refused; // ports, and why
};

// A port whose errors may hide those of other ports.
struct SpoiltParse {
    PortClass port;
};

void number_equal_identifiers(std::vector<PortClass>& ports) {
    UniqueNames names;
    for (PortClass& port : ports) {
        port.identifier = names.make(port.identifier);
    }
}

std::vector<PortClass> read_ports(TranslationUnit& unit, const Selection& selection,
                                  const GeneratorConfiguration& configuration,
                                  const EarlierAttempts& earlier, HeaderAnalysis& analysis) {
    const PortReader reader(unit.sema(), configuration);
    std::vector<PortClass> ports;
    for (const SelectedClass& selected : selection.classes) {
        PortClass port = reader.read(*selected.record, selected.names);
        port.header = analysis.header;
        port.asked_for = selected.asked_for;
        if (const auto known = earlier.refused.find(port.name); known != earlier.refused.end()) {
            std::tie(port.refusal, port.refusal_position) = known->second;
        }
        if (port.eligible() && port.methods.empty() && !is_abstract(*selected.record)) {
            port.refusal = "it has no virtual methods, so there is nothing to measure";
            port.refusal_position = port.position;
        }
        for (const PortOptions& options : configuration.ports) {
            if (names_port(options.port, port)) {
                analysis.used.insert(options.position);
            }
        }
        if (const PortOptions* options = options_for(configuration, port)) {
            mark_wrapped_ports(*selected.record, *options, port);
        }
        apply_method_rules(configuration, port, analysis.used);
        if (port.eligible() && port.in_place && !measures_something(port)) {
            port.refusal = "none of its methods can be measured in place";
            port.refusal_position = port.position;
        }
        ports.push_back(std::move(port));
    }
    for (const SkippedClass& name : selection.unusable) {
        PortClass port;
        port.name = name.name;
        port.only_a_name = true;
        port.header = analysis.header;
        port.asked_for = true;
        port.refusal = name.reason;
        port.refusal_position = port.position = name.position;
        ports.push_back(std::move(port));
    }
    number_equal_identifiers(ports);
    const GivenPaths paths(analysis.header);
    for (PortClass& port : ports) {
        paths.respell(port);
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

// Reads the ports, and reads them again when types were completed for them.
std::vector<PortClass> read_ports_completed(TranslationUnit& unit, const Selection& selection,
                                            const GeneratorConfiguration& configuration,
                                            const EarlierAttempts& earlier,
                                            HeaderAnalysis& analysis) {
    std::vector<PortClass> ports = read_ports(unit, selection, configuration, earlier, analysis);
    if (earlier.left_out.size() > earlier.most_left_out) {
        return ports;
    }
    const std::vector<CompletedType> completions =
        complete_types(unit, analysis.header, eligible_records(selection, ports), earlier.left_out);
    if (completions.empty()) {
        return ports;
    }
    ports = read_ports(unit, selection, configuration, earlier, analysis);
    for (const CompletedType& completion : completions) {
        const std::string spelling = unit.include_spelling(completion.header);
        analysis.includes.push_back(spelling);
        for (PortClass& port : ports) {
            port.notes.push_back({"the proxy also includes " + spelling + ", because calls need " +
                                      completion.type +
                                      ", which the port's header may only declare",
                                  port.position,
                                  {}});
        }
    }
    return ports;
}

void note_used_parameters(const GeneratorConfiguration& configuration,
                          const std::vector<PortClass>& ports, std::set<SourcePosition>& used) {
    for (const ParameterRule& rule : configuration.parameters) {
        for (const PortClass& port : ports) {
            if (std::any_of(port.methods.begin(), port.methods.end(),
                            [&](const PortMethod& method) {
                                return names_method(rule.method, port, method);
                            })) {
                used.insert(rule.position);
            }
        }
    }
}

HeaderAnalysis analyse(const std::string& header, const AnalysisSettings& settings,
                       const EarlierAttempts& earlier) {
    HeaderAnalysis analysis;
    analysis.header = header;
    const GeneratorConfiguration& configuration = *settings.configuration;
    TranslationUnit unit({header, settings.preludes, settings.flags->arguments_for(header)});
    analysis.files_read = unit.dependencies();
    analysis.parsed = unit.header_parsed();
    if (!analysis.parsed) {
        analysis.diagnostics = GivenPaths(header).respell_diagnostics(unit.diagnostics_text());
        return analysis;
    }
    const std::vector<FoundClass> classes = find_classes(unit.context(), header);
    for (const FoundClass& found : classes) {
        analysis.class_names.push_back(found.name);
    }
    const Selection selection = select_classes(unit, classes, configuration);
    analysis.found = selection.found;
    analysis.skipped = selection.skipped;
    analysis.ports = read_ports_completed(unit, selection, configuration, earlier, analysis);
    analysis.files_read = unit.dependencies();
    note_used_parameters(configuration, analysis.ports, analysis.used);
    resolve_parameters(unit, configuration, analysis.ports);
    check_wrapped_ports(analysis.ports, configuration);

    Check check(unit);
    check.load_runtime();
    for (const PortClass& port : analysis.ports) {
        analysis.rendered.push_back(port.eligible() ? render(port) : RenderedPort{});
    }
    for (const auto part : {&Check::check_class, &Check::check_methods}) {
        for (std::size_t i = 0; i < analysis.ports.size(); ++i) {
            PortClass& port = analysis.ports[i];
            if (!port.eligible()) {
                continue;
            }
            (check.*part)(port, analysis.rendered[i]);
            if (!port.eligible() && check.failed_in_header()) {
                throw SpoiltParse{port};
            }
        }
    }
    std::vector<std::string> first;
    first.reserve(settings.preludes.size() + 1);
    for (const std::string& prelude : settings.preludes) {
        first.push_back(std::filesystem::exists(prelude) ? unit.include_spelling(prelude)
                                                         : "\"" + prelude + "\"");
    }
    first.push_back(unit.include_spelling(header));
    analysis.includes.insert(analysis.includes.begin(), first.begin(), first.end());
    return analysis;
}

} // namespace

HeaderAnalysis analyse_header(const std::string& header, const AnalysisSettings& settings) {
    for (EarlierAttempts earlier;;) {
        try {
            return analyse(header, settings, earlier);
        } catch (const UselessHeader& useless) {
            earlier.left_out.insert(useless.header());
        } catch (const SpoiltParse& spoilt) {
            earlier.refused[spoilt.port.name] = {spoilt.port.refusal, spoilt.port.refusal_position};
        }
    }
}

} // namespace proxima::gen
