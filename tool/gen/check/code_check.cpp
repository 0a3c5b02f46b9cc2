#include "check/code_check.hpp"

#include "output/rendering.hpp"

#include <proxima/base/error.hpp>

namespace proxima::gen {
namespace {

constexpr const char* check_name = "proxima-gen-check";

std::string in_proxima(const std::string& text) {
    return "namespace proxima {\n" + text + "}\n";
}

std::string in_mastermind(const std::string& text) {
    return "namespace proxima { namespace mastermind {\n" + text + "} }\n";
}

void load_runtime(TranslationUnit& unit) {
    const std::vector<Diagnostic> errors =
        unit.parse("proxima-gen-runtime",
                   "#include <proxima/proxy.hpp>\n#include <proxima/method_info.hpp>\n"
                   "#include <proxima/invocation.hpp>\n#include <proxima/detail/type_name.hpp>\n");
    if (!errors.empty()) {
        throw base::Error(errors.front().position,
                          errors.front().message +
                              " (the headers of the runtime do not parse behind this header with "
                              "these compiler flags; C++17 or later is needed)");
    }
}

class Check {
public:
    explicit Check(TranslationUnit& unit) : unit_(&unit) {}

    // True if the last error lay in an instantiation of a header's template, which Clang reports
    // only once.
    bool failed_in_header() const { return failed_in_header_; }

    void check_class(PortClass& port) {
        const PortCode& code = port.code;
        const std::string pieces[] = {code.forward_declaration,
                                      code.record_templates,
                                      in_mastermind(code.records_declaration),
                                      in_proxima(code.class_definition),
                                      in_mastermind(code.records_definition),
                                      in_proxima(code.constructor_definition),
                                      in_proxima(code.in_place_definition)};
        for (const std::string& piece : pieces) {
            if (!parse(port, nullptr, piece)) {
                return;
            }
        }
        if (!port.is_template() && !port.in_place) {
            parse(port, nullptr,
                  "static_assert(!__is_abstract(::proxima::Proxy<" + port.type +
                      ">), \"a pure virtual method is left\");\n"
                      "inline void proxima_destroy(::proxima::Proxy<" +
                      port.type + ">* proxy) { proxy->~Proxy(); }\n");
        }
    }

    // Call it after check_class() of all ports: methods may make proxies of other ports.
    void check_methods(PortClass& port) {
        for (const ProxyDefinition& definition : port.code.method_definitions) {
            if (!parse(port, &port.methods[definition.method], in_proxima(definition.text))) {
                return;
            }
        }
    }

private:
    // Includes the headers that the generated file would, each once.
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

    TranslationUnit* unit_;
    std::set<std::string> loaded_;
    bool failed_in_header_ = false;
};

} // namespace

bool check_code(TranslationUnit& unit, std::vector<PortClass>& ports, EarlierAttempts& earlier) {
    load_runtime(unit);
    Check check(unit);
    for (const auto part : {&Check::check_class, &Check::check_methods}) {
        for (PortClass& port : ports) {
            if (!port.eligible()) {
                continue;
            }
            (check.*part)(port);
            if (!port.eligible() && check.failed_in_header()) {
                earlier.refused.emplace(port.name, port);
                return false;
            }
        }
    }
    return true;
}

} // namespace proxima::gen
