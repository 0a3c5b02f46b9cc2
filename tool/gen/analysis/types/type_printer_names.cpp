// Prints the names of types and of the scopes that they lie in.
#include "analysis/types/type_printer.hpp"

#include <clang/AST/DeclTemplate.h>

namespace proxima::gen {
namespace {

// `struct ` or `enum ` where a function or variable of the same name hides the type.
std::string hidden_tag_keyword(const clang::TagDecl& tag) {
    if (tag.getIdentifier() == nullptr || tag.isDependentContext()) {
        return {};
    }
    const auto others = tag.getDeclContext()->getRedeclContext()->lookup(tag.getDeclName());
    const bool hidden = llvm::any_of(others, [](const clang::NamedDecl* other) {
        return !llvm::isa<clang::TypeDecl, clang::TemplateDecl>(other->getUnderlyingDecl());
    });
    return hidden ? tag.getKindName().str() + " " : "";
}

} // namespace

std::string TypePrinter::base_name(clang::QualType type) const {
    clang::PrintingPolicy policy(context_->getLangOpts());
    policy.adjustForCPlusPlus();
    const clang::Type* node = type.getTypePtr();
    if (const auto* builtin = llvm::dyn_cast<clang::BuiltinType>(node)) {
        return builtin->getKind() == clang::BuiltinType::NullPtr ? "decltype(nullptr)"
                                                                 : builtin->getName(policy).str();
    }
    if (const auto* alias = llvm::dyn_cast<clang::TypedefType>(node)) {
        return qualified_name(*alias->getDecl());
    }
    if (const auto* tag = llvm::dyn_cast<clang::TagType>(node)) {
        return hidden_tag_keyword(*tag->getDecl()) + qualified_name(*tag->getDecl());
    }
    if (const auto* specialization = llvm::dyn_cast<clang::TemplateSpecializationType>(node)) {
        return template_specialization(*specialization);
    }
    if (const auto* injected = llvm::dyn_cast<clang::InjectedClassNameType>(node)) {
        return qualified_name(*injected->getDecl());
    }
    if (const auto* parameter = llvm::dyn_cast<clang::TemplateTypeParmType>(node)) {
        const std::string name =
            parameter->getDecl() != nullptr ? parameter->getDecl()->getNameAsString() : "";
        return template_parameter(parameter->getDepth(), parameter->getIndex(), name);
    }
    if (const auto* dependent = llvm::dyn_cast<clang::DependentNameType>(node)) {
        return "typename " + nested_name(*dependent->getQualifier()) +
               dependent->getIdentifier()->getName().str();
    }
    if (const auto* dependent = llvm::dyn_cast<clang::DependentTemplateSpecializationType>(node)) {
        return "typename " + nested_name(*dependent->getQualifier()) + "template " +
               dependent->getIdentifier()->getName().str() +
               argument_list(dependent->template_arguments());
    }
    if (const auto* complex = llvm::dyn_cast<clang::ComplexType>(node)) {
        return "_Complex " + print(complex->getElementType());
    }
    if (type->isDependentType()) {
        throw UnprintableType(
            "'" + type.getAsString() +
            "' depends on a template parameter in a way that cannot be written again");
    }
    policy.FullyQualifiedName = true;
    return type.getCanonicalType().getAsString(policy);
}

bool TypePrinter::nameable(const clang::NamedDecl& declaration) const {
    if (forbidden(declaration.getAccess()) || declaration.getDeclName().isEmpty()) {
        return false;
    }
    for (const clang::DeclContext* scope = declaration.getDeclContext(); scope != nullptr;
         scope = scope->getParent()) {
        if (scope->isFunctionOrMethod()) {
            return false;
        }
        if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope)) {
            if (forbidden(record->getAccess()) || record->isLambda() ||
                (!record->getIdentifier() && record->getTypedefNameForAnonDecl() == nullptr)) {
                return false;
            }
        }
    }
    return true;
}

std::string TypePrinter::qualified_name(const clang::NamedDecl& declaration) const {
    if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration)) {
        if (tag->getIdentifier() == nullptr) {
            if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl()) {
                return qualified_name(*alias);
            }
            throw UnprintableType("a type in its signature has no name");
        }
    }
    if (forbidden(declaration.getAccess())) {
        throw UnprintableType("'" + declaration.getQualifiedNameAsString() + "' is " +
                              clang::getAccessSpelling(declaration.getAccess()).str());
    }
    if (declaration.isImplicit() && declaration.getDeclContext()->isTranslationUnit()) {
        return declaration.getNameAsString();
    }
    std::string name = scope_of(*declaration.getDeclContext()) + declaration.getNameAsString();
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
        name += own_arguments(*record);
    }
    const clang::DeclContext* context = declaration.getDeclContext();
    const bool type_name = llvm::isa<clang::TypeDecl>(declaration);
    return type_name && context->isDependentContext() && context->isRecord() ? "typename " + name
                                                                             : name;
}

std::string TypePrinter::own_arguments(const clang::CXXRecordDecl& record) const {
    if (const auto* specialization =
            llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)) {
        return argument_list(specialization->getTemplateArgs().asArray());
    }
    if (const auto* injected =
            llvm::dyn_cast_or_null<clang::InjectedClassNameType>(record.getTypeForDecl())) {
        return argument_list(injected->getInjectedTST()->template_arguments());
    }
    return {};
}

std::string TypePrinter::scope_of(const clang::DeclContext& scope) const {
    if (scope.isTranslationUnit()) {
        return "::";
    }
    if (scope.isTransparentContext() || scope.isInlineNamespace()) {
        return scope_of(*scope.getParent());
    }
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&scope)) {
        const std::string outer = scope_of(*scope.getParent());
        return space->isAnonymousNamespace() ? outer : outer + space->getNameAsString() + "::";
    }
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&scope)) {
        const std::string name = qualified_name(*record);
        return (llvm::StringRef(name).starts_with("typename ") ? name.substr(9) : name) + "::";
    }
    throw UnprintableType("a type in its signature is local to a function");
}

std::string TypePrinter::nested_name(const clang::NestedNameSpecifier& specifier) const {
    switch (specifier.getKind()) {
    case clang::NestedNameSpecifier::Global:
        return "::";
    case clang::NestedNameSpecifier::Namespace:
        return scope_of(*specifier.getAsNamespace());
    case clang::NestedNameSpecifier::NamespaceAlias:
        return scope_of(*specifier.getAsNamespaceAlias()->getNamespace());
    case clang::NestedNameSpecifier::TypeSpec:
    case clang::NestedNameSpecifier::TypeSpecWithTemplate: {
        const std::string name = print(clang::QualType(specifier.getAsType(), 0));
        return (llvm::StringRef(name).starts_with("typename ") ? name.substr(9) : name) + "::";
    }
    case clang::NestedNameSpecifier::Identifier:
        return nested_name(*specifier.getPrefix()) + specifier.getAsIdentifier()->getName().str() +
               "::";
    default:
        throw UnprintableType("a name in its signature cannot be written");
    }
}

} // namespace proxima::gen
