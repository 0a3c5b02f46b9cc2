#include "analysis/methods/column_resolver.hpp"

#include "analysis/methods/default_columns.hpp"
#include "input/glob.hpp"
#include "input/user_error.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace proxima::gen {
namespace {

constexpr const char* probe_space = "proxima_probe";
constexpr const char* probe_file = "proxima-gen-probe-";

bool is_identifier_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string without_spaces(const std::string& text) {
    std::string result;
    std::copy_if(text.begin(), text.end(), std::back_inserter(result),
                 [](char c) { return c != ' '; });
    return result;
}

bool has_parameter(const Method& method, const std::string& name) {
    return std::any_of(method.parameters.begin(), method.parameters.end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
}

Column configured_column(const ParameterExpression& expression, const Method& method) {
    std::vector<std::string> names;
    if (!has_parameter(method, "target")) {
        names.emplace_back("target");
    }
    for (const Parameter& parameter : method.parameters) {
        names.push_back(parameter.name);
    }
    Column column;
    column.name = expression.name;
    column.expression = expression.expression;
    column.arguments = names_used(expression.expression, names);
    column.position = expression.position;
    return column;
}

std::string line_directive(const SourcePosition& position) {
    return "\n#line " + std::to_string(position.line) + " \"" + position.file + "\"\n";
}

/// Puts the text where the configuration has it, so that Clang's errors point there, those about
/// its end included.
std::string at_position(const SourcePosition& position, const std::string& text) {
    const std::string padding(position.column == 0 ? 0 : position.column - 1, ' ');
    const bool comment = text.find("//") != std::string::npos;
    return line_directive(position) + padding + text + (comment ? line_directive(position) : "");
}

/// The text of one probe: a function of a class derived from the port, whose deduced result type is
/// the column's.
class ProbeText {
public:
    void open_port(const Port& port, std::size_t index) {
        text_ += "struct port_" + std::to_string(index) + " : " + port.type + " {\n";
    }
    void close_port() { text_ += "};\n"; }

    void add_column(const Port& port, const Method& method, const Column& column,
                    std::size_t number) {
        std::string parameters;
        for (const Parameter& parameter : method.parameters) {
            // A deduced type has no declarator form of its own here: declare the parameter through
            // its type.
            parameters +=
                "::proxima_probe::identity<" + parameter.type + "> " + parameter.name + ", ";
        }
        const bool uses_target = std::find(column.arguments.begin(), column.arguments.end(),
                                           "target") != column.arguments.end();
        if (uses_target && !has_parameter(method, "target")) {
            parameters += port.type + "& target, ";
        }
        text_ += "static auto column_" + std::to_string(number) + "(" + parameters + "...) {\n";
        const SourcePosition position =
            column.position.file.empty() ? SourcePosition{probe_file + std::to_string(number), 1, 1}
                                         : column.position;
        text_ += "return (" + at_position(position, column.expression) + "); }\n";
    }

    void add_statement(const Port& port, const Statement& statement, std::size_t number) {
        text_ += "void statement_" + std::to_string(number) + "(" + port.type + "& target) {\n" +
                 at_position(statement.position, statement.text) + "; }\n";
    }

    void add_initializers(const Port& port, std::size_t index) {
        text_ += "port_" + std::to_string(index) + "(" + port.type + "& target)";
        const char* separator = " : ";
        for (const BaseInitializer& initializer : port.base_initializers) {
            text_ += separator + line_directive(initializer.position) + initializer.type + "(" +
                     at_position(initializer.position, initializer.arguments) + ")";
            separator = ", ";
        }
        text_ += " { (void)target; }\n";
    }

    std::string take() const {
        return std::string("namespace ") + probe_space +
               " {\ntemplate <class Type> using identity = Type;\n" + text_ + "}\n";
    }

private:
    std::string text_;
};

struct Probe {
    std::size_t port;
    Column* column;
};

class Resolver {
public:
    Resolver(TranslationUnit& unit, std::vector<Port>& ports) : unit_(&unit), ports_(&ports) {}

    void run() {
        const std::string text = write_probes();
        if (probes_.empty() && !has_code_) {
            return;
        }
        std::map<std::size_t, std::string> failures;
        for (const Diagnostic& diagnostic : unit_->parse("proxima-gen-probe", text)) {
            if (diagnostic.position.file.starts_with(probe_file)) {
                failures[std::stoul(diagnostic.position.file.substr(
                    std::string(probe_file).size()))] = diagnostic.message;
            } else {
                throw UserError(diagnostic.position,
                                diagnostic.message + " (in an expression of the configuration)");
            }
        }
        classify(failures);
        drop_unresolved();
    }

private:
    std::string write_probes() {
        ProbeText text;
        for (std::size_t index = 0; index < ports_->size(); ++index) {
            Port& port = (*ports_)[index];
            if (port.is_template() || !port.eligible()) {
                continue;
            }
            text.open_port(port, index);
            for (Method& method : port.methods) {
                for (Column& column : method.columns) {
                    if (column.cpp_type.empty()) {
                        text.add_column(port, method, column, probes_.size());
                        probes_.push_back({index, &column});
                    }
                }
            }
            for (std::size_t i = 0; i < port.initialize.size(); ++i) {
                text.add_statement(port, port.initialize[i], i);
            }
            if (!port.base_initializers.empty()) {
                text.add_initializers(port, index);
            }
            has_code_ = has_code_ || !port.initialize.empty() || !port.base_initializers.empty();
            text.close_port();
        }
        return text.take();
    }

    void classify(const std::map<std::size_t, std::string>& failures) {
        for (std::size_t number = 0; number < probes_.size(); ++number) {
            Column& column = *probes_[number].column;
            const std::optional<clang::QualType> type = result_of(probes_[number].port, number);
            const bool usable = !failures.contains(number) && type.has_value() &&
                                classify_value(*type, unit_->context(), column);
            if (!usable) {
                column.cpp_type.clear();
                if (!column.position.file.empty()) {
                    throw UserError(column.position, "the parameter \"" + column.name +
                                                         "\" has the type '" +
                                                         (type ? type->getAsString() : "?") +
                                                         "', expected an integer, floating-point "
                                                         "number, bool, enumeration or string");
                }
            }
        }
    }

    std::optional<clang::QualType> result_of(std::size_t port, std::size_t number) {
        const clang::NamedDecl* space =
            find(*unit_->context().getTranslationUnitDecl(), probe_space);
        const auto* scope = llvm::dyn_cast_or_null<clang::NamespaceDecl>(space);
        const auto* record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(
            scope == nullptr ? nullptr : find(*scope, "port_" + std::to_string(port)));
        const auto* function = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
            record == nullptr ? nullptr : find(*record, "column_" + std::to_string(number)));
        if (function == nullptr || function->getReturnType()->isUndeducedType()) {
            return std::nullopt;
        }
        return function->getReturnType();
    }

    const clang::NamedDecl* find(const clang::DeclContext& scope, const std::string& name) {
        const auto found = scope.lookup(&unit_->context().Idents.get(name));
        return found.empty() ? nullptr : found.front();
    }

    void drop_unresolved() {
        for (Port& port : *ports_) {
            for (Method& method : port.methods) {
                std::erase_if(method.columns,
                              [](const Column& column) { return column.cpp_type.empty(); });
            }
        }
    }

    TranslationUnit* unit_;
    std::vector<Port>* ports_;
    std::vector<Probe> probes_;
    bool has_code_ = false;
};

/// A proxy template is not instantiated here, so its expressions are recorded as floating-point
/// numbers.
Column for_template(Column column) {
    column.kind = ColumnKind::floating;
    column.cpp_type = "double";
    return column;
}

void apply_configuration(const Configuration& configuration, std::vector<Port>& ports) {
    for (const ParameterRule& rule : configuration.parameters) {
        for (Port& port : ports) {
            for (Method& method : port.methods) {
                if (!names_method(rule.method, port, method)) {
                    continue;
                }
                method.columns.clear();
                for (const ParameterExpression& expression : rule.expressions) {
                    const Column column = configured_column(expression, method);
                    method.columns.push_back(port.is_template() ? for_template(column) : column);
                }
            }
        }
    }
}

} // namespace

bool names_method(const std::string& pattern, const Port& port, const Method& method) {
    if (pattern.find('(') == std::string::npos ||
        glob_matches(pattern, port.name + "::" + method.name)) {
        return glob_matches(pattern, port.name + "::" + method.name);
    }
    const std::size_t arguments = method.signature.find(method.name) + method.name.size();
    const std::size_t close = method.signature.rfind(')');
    return glob_matches(without_spaces(pattern),
                        without_spaces(port.name + "::" + method.name +
                                       method.signature.substr(arguments, close + 1 - arguments)));
}

std::vector<std::string> names_used(const std::string& expression,
                                    const std::vector<std::string>& candidates) {
    std::vector<std::string> used;
    std::size_t at = 0;
    while (at < expression.size()) {
        if (!is_identifier_character(expression[at])) {
            ++at;
            continue;
        }
        const std::size_t start = at;
        while (at < expression.size() && is_identifier_character(expression[at])) {
            ++at;
        }
        const std::string name = expression.substr(start, at - start);
        const bool candidate =
            std::find(candidates.begin(), candidates.end(), name) != candidates.end();
        if (candidate && std::find(used.begin(), used.end(), name) == used.end()) {
            used.push_back(name);
        }
    }
    return used;
}

void resolve_columns(TranslationUnit& unit, const Configuration& configuration,
                     std::vector<Port>& ports) {
    apply_configuration(configuration, ports);
    Resolver(unit, ports).run();
}

} // namespace proxima::gen
