#include "analysis/ports/parameter_resolver.hpp"

#include "analysis/methods/default_parameters.hpp"
#include "analysis/ports/configured_expressions.hpp"
#include "analysis/ports/expressions.hpp"
#include "analysis/ports/probe_text.hpp"
#include "analysis/ports/type_completion.hpp"
#include "analysis/types/type_printer.hpp"

#include <proxima/base/error.hpp>

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

bool is_configured(const RecordedParameter& parameter) {
    return !parameter.position.file.empty();
}

void require_enclosed(const std::string& text, const SourcePosition& position) {
    if (!is_enclosed(text)) {
        throw base::Error(position, "brackets that do not match, a `#` or a `_Pragma`; write one "
                                    "expression (in an expression of the configuration)");
    }
}

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
        unit_->parse("proxima-gen-probe", probe_preamble);
        for (std::size_t index = 0; index < ports_->size(); ++index) {
            PortClass& port = (*ports_)[index];
            if (port.eligible()) {
                check_configured(port, "port_" + std::to_string(index));
                for (const PortMethod& method : port.methods) {
                    for (const MeasuredObjects& objects : method.objects) {
                        check_objects(port, method, objects);
                    }
                }
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
                std::stable_partition(
                    method.recorded.begin(), method.recorded.end(),
                    [](const RecordedParameter& parameter) { return !parameter.after; });
            }
        }
    }

private:
    // Parses a probe, after the headers of the runtime that it needs.
    std::vector<Diagnostic> parse_probe(const std::string& text) {
        for (const auto& [use, header] :
             {std::pair{"::proxima::detail::Signature<", "proxima/detail/signature.hpp"},
              std::pair{"::proxima::detail::port_behind(", "proxima/handed_over.hpp"}}) {
            if (text.find(use) != std::string::npos && loaded_.insert(header).second) {
                unit_->parse("proxima-gen-runtime", std::string("#include <") + header + ">\n");
            }
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
            text.add_initializers();
        }
        if (configured.empty() && port.initialize.empty() && port.base_initializers.empty()) {
            return;
        }
        const std::vector<Diagnostic> errors = parse_probe(text.take());
        if (!errors.empty()) {
            throw base::Error(errors.front().position,
                              errors.front().message +
                                  completion_advice(*unit_, port.header, errors.front().message) +
                                  " (in an expression of the configuration" +
                                  names_at(port, errors.front().position) + ")");
        }
        for (std::size_t number = 0; number < configured.size(); ++number) {
            classify_configured(function(name, "parameter_" + std::to_string(number)),
                                *configured[number]);
        }
    }

    // The objects must be of a port that is measured in place, which the same header defines.
    void check_objects(const PortClass& port, const PortMethod& method,
                       const MeasuredObjects& objects) {
        require_enclosed(objects.expression, objects.position);
        const std::string probe_name = "objects_" + std::to_string(objects_++);
        ProbeText text(port, probe_name);
        text.add_objects(method, objects);
        const std::vector<Diagnostic> errors = parse_probe(text.take());
        if (!errors.empty()) { // perhaps in the runtime's header, which says nothing to users
            const std::string& message = errors.front().message;
            throw base::Error(objects.position,
                              message + completion_advice(*unit_, port.header, message) +
                                  " (in an expression of the configuration)");
        }
        const clang::CXXMethodDecl* probe = function(probe_name, "objects");
        refuse_assignments(probe);
        const std::optional<clang::QualType> pointer = result_of(probe);
        const clang::CXXRecordDecl* record =
            pointer ? (*pointer)->getPointeeCXXRecordDecl() : nullptr;
        if (record == nullptr) {
            return; // depends on a template parameter; the user's compiler tells
        }
        const std::string name = record->getQualifiedNameAsString();
        const bool known = llvm::any_of(*ports_, [&](const PortClass& port) {
            return port.in_place && port.eligible() && is_or_has_base(*record, port.type);
        });
        if (!known) {
            throw base::Error(objects.position,
                              "the expression leads to " + name +
                                  ", which is not measured in place here; select it, and " +
                                  in_place_advice(name));
        }
    }

    static bool is_or_has_base(const clang::CXXRecordDecl& record, const std::string& type) {
        const TypePrinter printer(record.getASTContext());
        return printer.qualified_name(record) == type ||
               llvm::any_of(record.bases(), [&](const clang::CXXBaseSpecifier& base) {
                   const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
                   return parent != nullptr && is_or_has_base(*parent, type);
               });
    }

    // Lists the names that an expression at the position may use, for messages.
    static std::string names_at(const PortClass& port, const SourcePosition& position) {
        for (const PortMethod& method : port.methods) {
            for (const RecordedParameter& parameter : method.recorded) {
                if (parameter.position.line == position.line) {
                    return "; the arguments of " + method.name + "() are " +
                           joined(method.parameters, &MethodParameter::name) + ", `" +
                           method.result_name() + "` is its result, `target` is the port";
                }
            }
        }
        return {};
    }

    void refuse_assignments(const clang::CXXMethodDecl* probe) const {
        if (const clang::Stmt* assigns =
                probe == nullptr ? nullptr : change_in(*probe->getBody())) {
            throw base::Error(
                position_of(unit_->context().getSourceManager(), assigns->getBeginLoc()),
                "an expression of the configuration must not change anything; it assigns, or casts "
                "const away");
        }
    }

    void classify_configured(const clang::CXXMethodDecl* probe, RecordedParameter& parameter) {
        refuse_assignments(probe);
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
                                                      "\" has the type '" + parameter.cpp_type +
                                                      "', expected an integer, floating-point "
                                                      "number, bool, enumeration or string");
        }
        const clang::Expr* value = returned_by(*probe);
        // Behind the call, copying a text would be time of the call.
        parameter.takes_time = value == nullptr || takes_time(*value) ||
                               (parameter.after && parameter.kind == ParameterKind::text);
        parameter.may_fail = value == nullptr || may_throw(*value, unit_->sema());
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
        const clang::CXXMethodDecl* probe = function(name, "parameter_0");
        const std::optional<clang::QualType> type = result_of(probe);
        const bool usable = compiles && type.has_value() && !is_spoilt(*probe) &&
                            classify_value(*type, unit_->context(), parameter);
        if (!usable) {
            parameter.cpp_type.clear();
        } else if (const clang::Expr* value = returned_by(*probe)) {
            parameter.may_fail = may_throw(*value, unit_->sema());
        }
        if (!compiles && probe != nullptr) {
            spoilt_.insert(called_by(*probe));
        }
    }

    // True after an error in the called function; Clang reports it for one instantiation only.
    bool is_spoilt(const clang::CXXMethodDecl& probe) const {
        const clang::CXXMethodDecl* called = called_by(probe);
        return called != nullptr && spoilt_.contains(called);
    }

    // The function of a probe.
    const clang::CXXMethodDecl* function(const std::string& name, const std::string& member) {
        const auto* scope = llvm::dyn_cast_or_null<clang::NamespaceDecl>(
            find(*unit_->context().getTranslationUnitDecl(), probe_space));
        const clang::NamedDecl* found = scope == nullptr ? nullptr : find(*scope, name);
        if (const auto* pattern = llvm::dyn_cast_or_null<clang::ClassTemplateDecl>(found)) {
            found = pattern->getTemplatedDecl();
        }
        const auto* record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(found);
        return llvm::dyn_cast_or_null<clang::CXXMethodDecl>(
            record == nullptr ? nullptr : find(*record, member));
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
    std::size_t objects_ = 0;
    std::set<std::string> loaded_; // headers of the runtime
    std::set<const clang::CXXMethodDecl*> spoilt_;
};

} // namespace

void resolve_parameters(TranslationUnit& unit, const GeneratorConfiguration& configuration,
                        std::vector<PortClass>& ports, std::set<SourcePosition>& used) {
    apply_expressions(configuration, ports, used);
    Resolver(unit, ports).run();
}

} // namespace proxima::gen
