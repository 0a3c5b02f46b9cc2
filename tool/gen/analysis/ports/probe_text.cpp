#include "analysis/ports/probe_text.hpp"

#include <llvm/ADT/STLExtras.h>

namespace proxima::gen {
namespace {

std::string base_arguments(const BaseInitializer& initializer) {
    return line_directive(initializer.position) + initializer.type + "(" +
           at_position(initializer.position, initializer.arguments) + ")";
}

// Declares the parameter through an alias, since a deduced type has no declarator.
std::string declared(const std::string& name, const std::string& type, const char* view,
                     const char* dots = "") {
    return std::string("::proxima_probe::") + view + "<" + type + ">" + dots + " " + name + ", ";
}

} // namespace

std::string line_directive(const SourcePosition& position) {
    if (position.file.empty()) {
        return {};
    }
    return "\n#line " + std::to_string(position.line) + " \"" + position.file + "\"\n";
}

std::string at_position(const SourcePosition& position, const std::string& text) {
    const std::string padding(position.column == 0 ? 0 : position.column - 1, ' ');
    const bool comment = text.find("//") != std::string::npos;
    return line_directive(position) + padding + text + (comment ? line_directive(position) : "");
}

bool use_result(const std::vector<std::string>& arguments, const PortMethod& method) {
    const char* const name = method.result_name();
    return llvm::is_contained(arguments, name) && !method.has_parameter(name);
}

ProbeText::ProbeText(const PortClass& port, const std::string& name) : port_(&port), name_(name) {
    text_ = std::string("namespace ") + probe_space + " {\n" +
            (port.is_template() ? template_declaration(port) + "\n" : "") + "struct " + name +
            " : " + port.type + " {\n";
}

std::string ProbeText::parameters(const PortMethod& method, const std::vector<std::string>& names,
                                  const char* view) const {
    std::string text;
    for (const MethodParameter& parameter : method.parameters) {
        const char* const dots = parameter.pack ? "..." : "";
        text += declared(parameter.name, parameter.type.substr(0, parameter.type.rfind(dots)), view,
                         dots);
    }
    if (use_result(names, method)) {
        text += declared(method.result_name(), method.return_type, view);
    }
    if (llvm::is_contained(names, "target") && !method.has_parameter("target")) {
        text += port_->type + "& target, ";
    }
    return text + "...";
}

void ProbeText::add_parameter(const PortMethod& method, const RecordedParameter& recorded,
                              std::size_t number) {
    const char* const view = port_->is_template() ? "identity" : "constant";
    text_ += "static auto parameter_" + std::to_string(number) + "(" +
             parameters(method, recorded.arguments, view) + ") {\nreturn (" +
             at_position(recorded.position, recorded.expression) + "); }\n";
}

void ProbeText::add_objects(const PortMethod& method, const MeasuredObjects& objects) {
    text_ += "static auto objects(" + parameters(method, objects.arguments, "identity") +
             ") {\nreturn ::proxima::detail::port_behind(" +
             at_position(objects.position, objects.expression) + "); }\n";
}

void ProbeText::add_statement(const Statement& statement, std::size_t number) {
    text_ += "void statement_" + std::to_string(number) + "(" + port_->type + "& target) {\n" +
             at_position(statement.position, statement.text) + "; }\n";
}

void ProbeText::add_initializers() {
    const bool forwards = port_->forwards_constructors;
    text_ += forwards ? "template <class... ProximaBase>\n" : "";
    text_ += name_ + "(" + port_->type + "& target" +
             (forwards ? ", ProximaBase&&... proxima_base" : "") + ")";
    const char* separator = " : ";
    for (const BaseInitializer& initializer : port_->base_initializers) {
        text_ += separator + base_arguments(initializer);
        separator = ", ";
    }
    if (forwards) {
        text_ += separator + port_->type + "(static_cast<ProximaBase&&>(proxima_base)...)";
    }
    text_ += " { (void)target; }\n";
}

} // namespace proxima::gen
