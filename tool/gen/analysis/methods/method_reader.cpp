#include "analysis/methods/method_reader.hpp"

#include "analysis/methods/default_parameters.hpp"
#include "analysis/parse/clang_version.hpp"
#include "analysis/parse/translation_unit.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

#include <algorithm>

namespace proxima::gen {
namespace {

std::vector<std::string> names_of(const PortMethod& method) {
    std::vector<std::string> names;
    for (const MethodParameter& parameter : method.parameters) {
        names.push_back(parameter.name);
    }
    return names;
}

const clang::FunctionProtoType& prototype(const clang::CXXMethodDecl& method) {
    return *method.getType()->castAs<clang::FunctionProtoType>();
}

clang::PrintingPolicy policy_for_people(const clang::CXXMethodDecl& method) {
    clang::PrintingPolicy policy(method.getASTContext().getLangOpts());
    policy.adjustForCPlusPlus();
    return policy;
}

std::string parameters_for_people(const clang::CXXMethodDecl& method) {
    const clang::PrintingPolicy policy = policy_for_people(method);
    const auto& type = prototype(method);
    std::string text = "(";
    for (unsigned i = 0; i < type.getNumParams(); ++i) {
        text += (i == 0 ? "" : ", ") + type.getParamType(i).getAsString(policy);
    }
    if (type.isVariadic()) {
        text += type.getNumParams() == 0 ? "..." : ", ...";
    }
    return text + ")";
}

std::string signature_for_people(const clang::CXXMethodDecl& method) {
    std::string text;
    if (!llvm::isa<clang::CXXConversionDecl>(method)) {
        text = method.getReturnType().getAsString(policy_for_people(method)) + " ";
    }
    text += method.getNameAsString() + parameters_for_people(method);
    text += method.isConst() ? " const" : "";
    text += method.isVolatile() ? " volatile" : "";
    return text;
}

bool is_overloaded(const clang::CXXMethodDecl& method) {
    return !method.getParent()->lookup(method.getDeclName()).isSingleResult();
}

CallForm call_form(const clang::CXXMethodDecl& method) {
    if (method.getAccess() != clang::AS_public) {
        return method.getAccess() == clang::AS_private ? CallForm::private_access
                                                       : CallForm::protected_access;
    }
    return is_overloaded(method) ? CallForm::member_pointer : CallForm::member;
}

std::string own_exception_specification(const VirtualMethod& method, clang::Sema& sema) {
    const clang::FunctionProtoType* type = &prototype(*method.declaration);
    if (clang::isUnresolvedExceptionSpec(type->getExceptionSpecType())) {
        type = sema.ResolveExceptionSpec(method.declaration->getLocation(), type);
    }
    if (type != nullptr && type->getExceptionSpecType() == clang::EST_DependentNoexcept) {
        return "noexcept(" + method.printer.expression(*type->getNoexceptExpr()) + ")";
    }
    return type != nullptr && type->isNothrow() ? "noexcept" : "";
}

// An override must promise at least what everything it overrides promises.
std::string exception_specification(const VirtualMethod& source, clang::Sema& sema) {
    std::string strictest = own_exception_specification(source, sema);
    for (const VirtualMethod& other : source.overridden) {
        const std::string specification = own_exception_specification(other, sema);
        if (specification == "noexcept" || strictest.empty()) {
            strictest = specification;
        }
    }
    return strictest;
}

std::string calling_convention(const clang::CXXMethodDecl& method) {
    const clang::CallingConv convention = prototype(method).getCallConv();
    const clang::CallingConv usual =
        method.getASTContext().getDefaultCallingConvention(method.isVariadic(), true);
    return convention == usual
               ? ""
               : "__attribute__((" + clang::FunctionType::getNameForCallConv(convention).str() +
                     ")) ";
}

// The declared name, made unique because the parameters of an expanded pack share theirs.
std::string parameter_name(const clang::ParmVarDecl& parameter, unsigned index,
                           const std::vector<MethodParameter>& earlier) {
    const std::string number = std::to_string(index + 1);
    const std::string name =
        parameter.getIdentifier() != nullptr ? parameter.getNameAsString() : "arg" + number;
    const bool taken =
        llvm::any_of(earlier, [&](const MethodParameter& other) { return other.name == name; });
    return taken ? name + "_" + number : name;
}

// A type of the signature, deduced because access control forbids its name.
std::string deduced_parameter(const VirtualMethod& source, unsigned index) {
    const clang::CXXMethodDecl& method = *source.declaration;
    if (is_overloaded(method) || method.getAccess() != clang::AS_public ||
        llvm::isa<clang::CXXConversionDecl>(method)) {
        throw UnprintableType("overloads or protection prevent its deduction from the method");
    }
    const std::string member =
        "decltype(&" + source.declaring_type + "::" + method.getNameAsString() + ")";
    return index == 0 ? "typename ::proxima::detail::Signature<" + member + ">::Result"
                      : "typename ::proxima::detail::Signature<" + member +
                            ">::template Parameter<" + std::to_string(index - 1) + ">";
}

// Prints a type of the signature, or deduces it (index 0 is the result, then the parameters).
std::string print_or_deduce(const VirtualMethod& source, clang::QualType type, unsigned index,
                            const std::string& declarator) {
    try {
        return source.printer.declare(type, declarator);
    } catch (const UnprintableType& unprintable) {
        try {
            const std::string deduced = deduced_parameter(source, index);
            return declarator.empty() ? deduced : deduced + " " + declarator;
        } catch (const UnprintableType& why) {
            throw UnprintableType(std::string(unprintable.what()) + ", and " + why.what());
        }
    }
}

void read_signature(const VirtualMethod& source, const MethodContext& context, PortMethod& method) {
    const clang::CXXMethodDecl& declaration = *source.declaration;
    const clang::FunctionProtoType& type = prototype(declaration);
    method.return_type = print_or_deduce(source, declaration.getReturnType(), 0, "");
    method.returns_rvalue_reference = declaration.getReturnType()->isRValueReferenceType();
    for (unsigned i = 0; i < type.getNumParams(); ++i) {
        const std::string name = parameter_name(*declaration.getParamDecl(i), i, method.parameters);
        // Uses the prototype's type: a const of the callee's own would turn moves into copies.
        const clang::QualType parameter = type.getParamType(i).getUnqualifiedType();
        method.parameters.push_back(
            {name, print_or_deduce(source, parameter, i + 1, ""),
             print_or_deduce(source, parameter, i + 1, "proxima_arg_" + name),
             llvm::isa<clang::PackExpansionType>(parameter.getTypePtr()),
             parameter->isLValueReferenceType() || parameter->isScalarType()});
    }
    if (context.in_place ? method.call == CallForm::private_access || is_overloaded(declaration)
                         : method.call != CallForm::member) {
        method.member_pointer_type =
            source.printer.declare(declaration.getType(), "(" + source.declaring_type + "::*)");
    }
    method.exception_specification = exception_specification(source, *context.sema);
    method.calling_convention = calling_convention(declaration);
}

bool same_parameters_and_list(const clang::CXXMethodDecl& variadic,
                              const clang::CXXMethodDecl& other) {
    const unsigned count = variadic.getNumParams();
    if (other.isVariadic() || other.getNumParams() != count + 1 ||
        other.getAccess() != clang::AS_public) {
        return false;
    }
    const clang::ASTContext& context = variadic.getASTContext();
    const clang::QualType list = context.getDecayedType(context.getBuiltinVaListType());
    const bool same = llvm::all_of(llvm::seq(0U, count), [&](unsigned i) {
        return context.hasSameType(variadic.getParamDecl(i)->getType(),
                                   other.getParamDecl(i)->getType());
    });
    return same && count > 0 && context.hasSameType(other.getParamDecl(count)->getType(), list) &&
           context.hasSameType(variadic.getReturnType(), other.getReturnType()) &&
           variadic.isConst() == other.isConst();
}

// The only method of the same class that takes a va_list instead; of `log` that is `vlog`, `logv`,
// `log_v` or another `log`.
std::string list_sibling(const clang::CXXMethodDecl& variadic) {
    const std::string name = variadic.getNameAsString();
    std::vector<std::string> found;
    for (const clang::CXXMethodDecl* other : variadic.getParent()->methods()) {
        if (llvm::is_contained({name, "v" + name, name + "v", name + "_v"},
                               other->getNameAsString()) &&
            same_parameters_and_list(variadic, *other)) {
            found.push_back(other->getNameAsString());
        }
    }
    return found.size() == 1 ? found.front() : "";
}

// Reason why no other function can take the method's slot; empty if one can.
std::string not_in_place(const VirtualMethod& source, const MethodContext& context) {
    const clang::CXXMethodDecl& declaration = *source.declaration;
    if (source.base_access != clang::AS_public) {
        return "declared in a base that is not public";
    }
    if (declaration.getAccess() == clang::AS_private && context.in_template) {
        return "private, so a template cannot name it; name instances with --class instead";
    }
    if (declaration.hasAttr<clang::UnavailableAttr>()) {
        return "marked unavailable, so nothing may name it";
    }
    if (declaration.isVariadic()) {
        return "C variadic arguments cannot be forwarded";
    }
    return calling_convention(declaration).empty() ? "" : "has a calling convention of its own";
}

// Decides whether the method is measured, deleted, kept by the proxy's own base, or refused.
void decide_treatment(const VirtualMethod& source, const MethodContext& context,
                      PortMethod& method) {
    const clang::CXXMethodDecl& declaration = *source.declaration;
    const bool pure = is_pure(declaration);
    const auto settle = [&](Treatment treatment, const std::string& reason) {
        method.treatment = treatment;
        method.reason = reason;
    };
    if (declaration.isDeleted()) {
        settle(Treatment::deleted, "deleted in the port");
    } else if (context.in_place) {
        const std::string reason = not_in_place(source, context);
        settle(reason.empty() ? Treatment::measured : Treatment::kept, reason);
    } else if (declaration.hasAttr<clang::FinalAttr>()) {
        settle(pure ? Treatment::refused : Treatment::kept,
               pure ? "pure and final: no class can define it"
                    : "final: acts on the proxy's own base object");
    } else if (declaration.getAccess() == clang::AS_private && context.in_template) {
        settle(pure ? Treatment::refused : Treatment::kept,
               "private, so a proxy template cannot call it; name instances with --class instead");
    } else if (source.base_access == clang::AS_private) {
        settle(pure ? Treatment::refused : Treatment::kept,
               "declared in a base that is inherited privately, so nothing outside the class can "
               "call it");
    } else if (method.name == "Proxy") {
        settle(Treatment::refused, "has the name of the proxy's class, so this cannot override it");
    } else if (declaration.isVolatile()) {
        settle(Treatment::refused, "volatile, so it cannot use the members of a proxy");
    } else if (declaration.hasAttr<clang::UnavailableAttr>()) {
        settle(Treatment::refused, "marked unavailable, so nothing may call it");
    } else if (declaration.isVariadic()) {
        method.list_sibling = list_sibling(declaration);
        if (method.list_sibling.empty()) {
            settle(Treatment::refused, "C variadic arguments cannot be forwarded, and the class "
                                       "has no single sibling that takes a va_list");
        }
    }
}

void read_overridden(const VirtualMethod& source, const MethodContext& context,
                     PortMethod& method) {
    for (const VirtualMethod& overridden : source.overridden) {
        PortMethod declaration = read_method(overridden, context);
        if (declaration.treatment == Treatment::measured) {
            method.overridden.push_back(std::move(declaration));
        }
    }
}

} // namespace

PortMethod read_method(const VirtualMethod& source, const MethodContext& context) {
    const clang::CXXMethodDecl& declaration = *source.declaration;
    PortMethod method;
    method.name = declaration.getNameAsString();
    method.signature = signature_for_people(declaration);
    method.parameter_types = parameters_for_people(declaration);
    method.position = position_of(declaration);
    method.declaring_type = source.declaring_type;
    method.conversion = llvm::isa<clang::CXXConversionDecl>(declaration);
    if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&declaration)) {
        method.explicit_conversion = conversion->isExplicit();
    }
    method.cast_path = source.subobjects.front();
    method.subobjects = source.subobjects;
    method.is_const = declaration.isConst();
    method.lvalue_qualified = declaration.getRefQualifier() == clang::RQ_LValue;
    method.rvalue_qualified = declaration.getRefQualifier() == clang::RQ_RValue;
    method.nodiscard = declaration.hasAttr<clang::WarnUnusedResultAttr>();
    decide_treatment(source, context, method);
    if (method.treatment == Treatment::kept || method.treatment == Treatment::refused) {
        return method;
    }
    method.call = call_form(declaration);
    if (method.call == CallForm::protected_access && !context.derivable) {
        method.call = CallForm::private_access; // an explicit instantiation may name it as well
    }
    VirtualMethod printed = source;
    if (method.call == CallForm::private_access || !context.derivable) {
        printed.printer = source.printer.from_outside();
    }
    try {
        read_signature(printed, context, method);
        method.recorded = default_parameters(declaration, names_of(method), *context.sema);
    } catch (const UnprintableType& unprintable) {
        const bool callable_by_users = declaration.getAccess() == clang::AS_public;
        const bool needed = is_pure(declaration) || callable_by_users;
        method.treatment = needed && !context.in_place ? Treatment::refused : Treatment::kept;
        method.reason = unprintable.what();
    }
    if (context.in_place) {
        read_overridden(source, context, method);
    }
    return method;
}

} // namespace proxima::gen
