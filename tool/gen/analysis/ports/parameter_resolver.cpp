#include "analysis/ports/parameter_resolver.hpp"

#include "analysis/methods/default_parameters.hpp"
#include "analysis/ports/expressions.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <optional>
#include <set>

namespace proxima::gen {
namespace {

constexpr const char* probe_space = "proxima_probe";

bool has_parameter(const PortMethod& method, const std::string& name) {
    return std::any_of(method.parameters.begin(), method.parameters.end(),
                       [&](const MethodParameter& parameter) { return parameter.name == name; });
}

RecordedParameter configured_parameter(const ParameterExpression& expression,
                                       const PortMethod& method) {
    std::vector<std::string> names{"target"};
    for (const MethodParameter& parameter : method.parameters) {
        names.push_back(parameter.name);
    }
    RecordedParameter recorded;
    recorded.name = expression.name;
    recorded.expression = expression.expression;
    recorded.arguments = names_used(expression.expression, names);
    recorded.position = expression.position;
    if (llvm::is_contained(recorded.arguments, "target") && has_parameter(method, "target")) {
        throw base::Error(expression.position,
                          "`target` is the measured port, and an argument of " + method.name +
                              "() has the same name: rename it in the header");
    }
    return recorded;
}

std::string line_directive(const SourcePosition& position) {
    if (position.file.empty()) {
        return {};
    }
    return "\n#line " + std::to_string(position.line) + " \"" + position.file + "\"\n";
}

// Gives the text its position in the configuration, so that Clang's errors point there, even those
// about its end.
std::string at_position(const SourcePosition& position, const std::string& text) {
    const std::string padding(position.column == 0 ? 0 : position.column - 1, ' ');
    const bool comment = text.find("//") != std::string::npos;
    return line_directive(position) + padding + text + (comment ? line_directive(position) : "");
}

std::string base_arguments(const BaseInitializer& initializer) {
    return line_directive(initializer.position) + initializer.type + "(" +
           at_position(initializer.position, initializer.arguments) + ")";
}

bool is_configured(const RecordedParameter& parameter) {
    return !parameter.position.file.empty();
}

void require_enclosed(const std::string& text, const SourcePosition& position) {
    if (!is_enclosed(text)) {
        throw base::Error(position, "brackets that do not match, or a `#`; write one expression "
                                    "(in an expression of the configuration)");
    }
}

// Text of one probe, a class derived from the port. The deduced result type of each of its
// functions is the type of one parameter.
class ProbeText {
public:
    ProbeText(const PortClass& port, const std::string& name) : port_(&port) {
        text_ = std::string("namespace ") + probe_space + " {\n" +
                (port.is_template() ? template_declaration(port) + "\n" : "") + "struct " + name +
                " : " + port.type + " {\n";
    }

    void add_parameter(const PortMethod& method, const RecordedParameter& recorded,
                       std::size_t number) {
        std::string parameters;
        for (const MethodParameter& parameter : method.parameters) {
            // Declares the parameter through an alias, since a deduced type has no declarator.
            const std::string dots = parameter.pack ? "..." : "";
            const std::string type = parameter.type.substr(0, parameter.type.rfind(dots));
            const char* const view = port_->is_template() ? "identity" : "constant";
            parameters += std::string("::proxima_probe::") + view + "<" + type + ">" + dots + " " +
                          parameter.name + ", ";
        }
        const bool uses_target = std::find(recorded.arguments.begin(), recorded.arguments.end(),
                                           "target") != recorded.arguments.end();
        if (uses_target && !has_parameter(method, "target")) {
            parameters += port_->type + "& target, ";
        }
        text_ += "static auto parameter_" + std::to_string(number) + "(" + parameters + "...) {\n";
        text_ += "return (" + at_position(recorded.position, recorded.expression) + "); }\n";
    }

    void add_statement(const Statement& statement, std::size_t number) {
        text_ += "void statement_" + std::to_string(number) + "(" + port_->type + "& target) {\n" +
                 at_position(statement.position, statement.text) + "; }\n";
    }

    // Adds the constructor that initialises the bases; it forwards arguments as the proxy's does.
    void add_initializers(const std::string& name) {
        const bool forwards = port_->forwards_constructors;
        text_ += forwards ? "template <class... ProximaBase>\n" : "";
        text_ += name + "(" + port_->type + "& target" +
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

    std::string take() const { return text_ + "};\n}\n"; }

private:
    const PortClass* port_;
    std::string text_;
};

// The value returned by a probe's only statement, `return (argument.size());`.
const clang::Expr* returned_by(const clang::CXXMethodDecl& probe) {
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(probe.getBody());
    const auto* statement = body == nullptr || body->body_empty()
                                ? nullptr
                                : llvm::dyn_cast<clang::ReturnStmt>(body->body_front());
    return statement == nullptr ? nullptr : statement->getRetValue();
}

// The function that a probe calls for its value.
const clang::CXXMethodDecl* called_by(const clang::CXXMethodDecl& probe) {
    const clang::Expr* value = returned_by(probe);
    const auto* call =
        value == nullptr
            ? nullptr
            : llvm::dyn_cast<clang::CXXMemberCallExpr>(value->IgnoreUnlessSpelledInSource());
    return call == nullptr ? nullptr : call->getMethodDecl();
}

// Looks for members in the templates as their authors wrote them. Clang would look only when the
// user's compilation instantiates them.
void check_members(const clang::Stmt& statement, const clang::ASTContext& context) {
    if (const auto* member = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(&statement)) {
        clang::QualType object = member->getBaseType().getNonReferenceType();
        if (member->isArrow() && object->isPointerType()) {
            object = object->getPointeeType();
        }
        const std::string name = member->getMember().getAsString();
        const clang::CXXRecordDecl* record =
            member->getMember().isIdentifier() ? class_without(object, name) : nullptr;
        if (record != nullptr) {
            throw base::Error(position_of(context.getSourceManager(), member->getMemberLoc()),
                              "no member named '" + name + "' in '" +
                                  record->getQualifiedNameAsString() +
                                  "' (in an expression of the configuration)");
        }
    }
    for (const clang::Stmt* child : statement.children()) {
        if (child != nullptr) {
            check_members(*child, context);
        }
    }
}

class Resolver {
public:
    Resolver(TranslationUnit& unit, std::vector<PortClass>& ports) : unit_(&unit), ports_(&ports) {}

    void run() {
        unit_->parse("proxima-gen-probe", R"(namespace proxima_probe {
            template <class Type> using identity = Type;
            template <class Type> struct View { using type = const Type&; };
            template <class Type> struct View<Type&> { using type = const Type&; };
            template <class Type> struct View<Type&&> { using type = const Type&; };
            template <class Type> using constant = typename View<Type>::type;
            })");
        for (std::size_t index = 0; index < ports_->size(); ++index) {
            PortClass& port = (*ports_)[index];
            if (port.eligible()) {
                check_configured(port, "port_" + std::to_string(index));
            }
        }
        for (PortClass& port : *ports_) {
            if (port.eligible()) {
                try_defaults(port);
            }
            for (PortMethod& method : port.methods) {
                std::erase_if(method.recorded, [](const RecordedParameter& parameter) {
                    return parameter.cpp_type.empty();
                });
            }
        }
    }

private:
    // Parses a probe, after the header of the runtime that types without an accessible name need.
    std::vector<Diagnostic> parse_probe(const std::string& text) {
        if (!deduces_ && text.find("::proxima::detail::Signature<") != std::string::npos) {
            deduces_ = true;
            unit_->parse("proxima-gen-runtime", "#include <proxima/detail/signature.hpp>\n");
        }
        return unit_->parse("proxima-gen-probe", text);
    }

    // Checks all configured text of a port in one probe: its errors are the user's.
    void check_configured(PortClass& port, const std::string& name) {
        ProbeText text(port, name);
        std::vector<RecordedParameter*> configured;
        for (PortMethod& method : port.methods) {
            for (RecordedParameter& parameter : method.recorded) {
                if (is_configured(parameter)) {
                    require_enclosed(parameter.expression, parameter.position);
                    text.add_parameter(method, parameter, configured.size());
                    configured.push_back(&parameter);
                }
            }
        }
        for (std::size_t i = 0; i < port.initialize.size(); ++i) {
            require_enclosed(port.initialize[i].text, port.initialize[i].position);
            text.add_statement(port.initialize[i], i);
        }
        for (const BaseInitializer& initializer : port.base_initializers) {
            require_enclosed(initializer.arguments, initializer.position);
        }
        if (!port.base_initializers.empty()) {
            text.add_initializers(name);
        }
        if (configured.empty() && port.initialize.empty() && port.base_initializers.empty()) {
            return;
        }
        const std::vector<Diagnostic> errors = parse_probe(text.take());
        if (!errors.empty()) {
            throw base::Error(errors.front().position,
                              errors.front().message + " (in an expression of the configuration" +
                                  names_at(port, errors.front().position) + ")");
        }
        for (std::size_t number = 0; number < configured.size(); ++number) {
            classify_configured(probe(name, number), *configured[number]);
        }
    }

    // Lists the names that an expression at the position may use, for messages.
    static std::string names_at(const PortClass& port, const SourcePosition& position) {
        for (const PortMethod& method : port.methods) {
            for (const RecordedParameter& parameter : method.recorded) {
                if (parameter.position.line == position.line) {
                    return "; the arguments of " + method.name + "() are " +
                           joined(method.parameters, &MethodParameter::name) +
                           ", `target` is the port";
                }
            }
        }
        return {};
    }

    void classify_configured(const clang::CXXMethodDecl* probe, RecordedParameter& parameter) {
        if (const clang::Stmt* assigns =
                probe == nullptr ? nullptr : assignment_in(*probe->getBody())) {
            throw base::Error(
                position_of(unit_->context().getSourceManager(), assigns->getBeginLoc()),
                "an expression of the configuration must not change anything; it assigns");
        }
        if (probe != nullptr && probe->isDependentContext()) {
            check_members(*probe->getBody(), unit_->context());
        }
        const std::optional<clang::QualType> type = result_of(probe);
        const bool deduced = type && classify_value(*type, unit_->context(), parameter);
        if (!deduced && type && (*type)->isDependentType()) {
            parameter.kind = ParameterKind::floating;
            parameter.cpp_type = "double";
        } else if (!deduced) {
            throw base::Error(parameter.position, "the parameter \"" + parameter.name +
                                                      "\" has the type '" +
                                                      (type ? type->getAsString() : "?") +
                                                      "', expected an integer, floating-point "
                                                      "number, bool, enumeration or string");
        }
        const clang::Expr* value = returned_by(*probe);
        parameter.takes_time = value == nullptr || takes_time(*value);
    }

    // Tries one at a time, because an error may lie in a header and not name its parameter.
    void try_defaults(PortClass& port) {
        for (PortMethod& method : port.methods) {
            for (RecordedParameter& parameter : method.recorded) {
                if (parameter.cpp_type.empty()) {
                    try_default(port, method, parameter);
                }
            }
        }
    }

    void try_default(const PortClass& port, const PortMethod& method,
                     RecordedParameter& parameter) {
        const std::string name = "default_" + std::to_string(defaults_++);
        ProbeText text(port, name);
        text.add_parameter(method, parameter, 0);
        const bool compiles = parse_probe(text.take()).empty();
        const clang::CXXMethodDecl* function = probe(name, 0);
        const std::optional<clang::QualType> type = result_of(function);
        const bool usable = compiles && type.has_value() && !is_spoilt(*function) &&
                            classify_value(*type, unit_->context(), parameter);
        if (!usable) {
            parameter.cpp_type.clear();
        }
        if (!compiles && function != nullptr) {
            spoilt_.insert(called_by(*function));
        }
    }

    // True after an error in the called function; Clang reports it for one instantiation only.
    bool is_spoilt(const clang::CXXMethodDecl& probe) const {
        const clang::CXXMethodDecl* called = called_by(probe);
        return called != nullptr && spoilt_.contains(called);
    }

    const clang::CXXMethodDecl* probe(const std::string& name, std::size_t number) {
        const auto* scope = llvm::dyn_cast_or_null<clang::NamespaceDecl>(
            find(*unit_->context().getTranslationUnitDecl(), probe_space));
        const clang::NamedDecl* found = scope == nullptr ? nullptr : find(*scope, name);
        if (const auto* pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(found)) {
            found = pattern->getTemplatedDecl();
        }
        const auto* record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(found);
        return llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
            record == nullptr ? nullptr : find(*record, "parameter_" + std::to_string(number)));
    }

    // Type of the probe's value. Clang does not deduce `auto` results in templates.
    std::optional<clang::QualType> result_of(const clang::CXXMethodDecl* probe) const {
        if (probe != nullptr && probe->isDependentContext()) {
            const clang::Expr* value = returned_by(*probe);
            return value == nullptr
                       ? std::nullopt
                       : std::optional(unit_->context().getAdjustedParameterType(value->getType()));
        }
        if (probe == nullptr || probe->getReturnType()->isUndeducedType()) {
            return std::nullopt;
        }
        return probe->getReturnType();
    }

    const clang::NamedDecl* find(const clang::DeclContext& scope, const std::string& name) {
        const auto found = scope.lookup(&unit_->context().Idents.get(name));
        return found.empty() ? nullptr : found.front();
    }

    TranslationUnit* unit_;
    std::vector<PortClass>* ports_;
    std::size_t defaults_ = 0;
    bool deduces_ = false; // the header for deduced types is parsed
    std::set<const clang::CXXMethodDecl*> spoilt_;
};

void apply_configuration(const GeneratorConfiguration& configuration, std::vector<PortClass>& ports,
                         std::set<SourcePosition>& used) {
    for (const ParameterRule& rule : configuration.parameters) {
        for (PortClass& port : ports) {
            for (PortMethod& method : port.methods) {
                if (!names_method(rule.method, port, method)) {
                    continue;
                }
                used.insert(rule.position);
                method.recorded.clear();
                for (const ParameterExpression& expression : rule.expressions) {
                    method.recorded.push_back(configured_parameter(expression, method));
                }
            }
        }
    }
}

} // namespace

bool names_method(const std::string& pattern, const PortClass& port, const PortMethod& method) {
    return port.any_name([&](const std::string& class_name) {
        const std::string name = class_name + "::" + method.name;
        return base::matches_glob(pattern, name) ||
               (pattern.find('(') != std::string::npos &&
                base::matches_glob_but_for_spaces(pattern, name + method.parameter_types));
    });
}

void resolve_parameters(TranslationUnit& unit, const GeneratorConfiguration& configuration,
                        std::vector<PortClass>& ports, std::set<SourcePosition>& used) {
    apply_configuration(configuration, ports, used);
    Resolver(unit, ports).run();
}

} // namespace proxima::gen
