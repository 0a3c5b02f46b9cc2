#include "check/code_check.hpp"

#include "analysis/ports/type_completion.hpp"
#include "output/rendering.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>

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
    unit.parse(check_name, "namespace proxima_gen_check {\n"
                           "template <class T, int, bool = __is_class(T) || __is_union(T)>\n"
                           "struct Value { static void destroy(T* value) { value->~T(); } };\n"
                           "template <class T, int number> struct Value<T, number, false> {};\n"
                           "}\n");
    if (!errors.empty()) {
        throw base::Error(errors.front().position,
                          errors.front().message +
                              " (the headers of the runtime do not parse behind this header with "
                              "these compiler flags; C++17 or later is needed)");
    }
}

class Check {
public:
    Check(TranslationUnit& unit, std::string header) : unit_(&unit), header_(std::move(header)) {}

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
        for (PortMethod& method : port.methods) {
            const bool called =
                method.treatment == Treatment::measured || method.treatment == Treatment::forwarded;
            if (called && !port.is_template() && !check_values(port, method)) {
                return;
            }
        }
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

    // Destroys the result and the arguments passed by value, as other compilers do in calls that
    // Clang elides. Access rules do not apply to explicit instantiations.
    bool check_values(PortClass& port, PortMethod& method) {
        std::string text;
        const auto destroy = [&](const std::string& type) {
            text += "template struct proxima_gen_check::Value<" + type + ", " +
                    std::to_string(++values_) + ">;\n";
        };
        destroy(method.return_type.empty() ? "void" : method.return_type);
        for (const MethodParameter& parameter : method.parameters) {
            destroy(parameter.pack ? "void" : parameter.type);
        }
        load_headers_for(text);
        const std::vector<Diagnostic> errors = unit_->parse(check_name, text);
        return std::all_of(errors.begin(), errors.end(),
                           [&](const Diagnostic& error) { return advice_on(error).empty(); }) ||
               refuse(port, &method, errors);
    }

    std::string advice_on(const Diagnostic& error) const {
        return completion_advice(*unit_, header_, error.message);
    }

    bool parse(PortClass& port, PortMethod* method, const std::string& text) {
        load_headers_for(text);
        const std::vector<Diagnostic> errors = unit_->parse(check_name, text);
        return errors.empty() || refuse(port, method, errors);
    }

    // Refuses the port because of the errors. Returns false.
    bool refuse(PortClass& port, PortMethod* method, const std::vector<Diagnostic>& errors) {
        failed_in_header_ = errors.front().position.file != check_name;
        const std::string advice = advice_on(errors.front());
        std::string message = errors.front().message + advice;
        if (method != nullptr) {
            method->treatment = Treatment::refused;
            method->reason = "cannot be forwarded: " + message;
            port.refusal = method->name + "() " + method->reason;
            port.refusal_position = method->position;
        } else {
            if (!advice.empty() &&
                !port.in_place) { // only a proxy constructs and destroys the port
                message += ", or " + in_place_advice(port.name);
                port.fits_in_place = true;
            }
            port.refusal = (port.in_place ? "what would measure it" : "a class derived from it") +
                           std::string(" does not compile: ") + message;
            port.refusal_position = port.position;
        }
        return false;
    }

    TranslationUnit* unit_;
    std::string header_; // the analysed one
    int values_ = 0;     // values destroyed
    std::set<std::string> loaded_;
    bool failed_in_header_ = false;
};

} // namespace

bool check_code(TranslationUnit& unit, std::vector<PortClass>& ports, EarlierAttempts& earlier) {
    load_runtime(unit);
    Check check(unit, ports.empty() ? "" : ports.front().header);
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
