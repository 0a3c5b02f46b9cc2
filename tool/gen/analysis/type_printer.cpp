#include "analysis/type_printer.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringExtras.h>

namespace proxima::gen {
namespace {

std::string qualifiers(clang::Qualifiers set) {
    std::string text;
    if (set.hasConst()) {
        text += "const ";
    }
    if (set.hasVolatile()) {
        text += "volatile ";
    }
    if (set.hasRestrict()) {
        text += "__restrict ";
    }
    return text;
}

/// Whatever the array or function is called: a name of it that cannot be written is replaced by
/// what it stands for.
bool needs_parentheses(clang::QualType pointee) {
    return pointee->isArrayType() || pointee->isFunctionType();
}

/// Clang's name of a calling convention that is not the platform's usual one, as an attribute.
std::string calling_convention(const clang::FunctionProtoType& function) {
    const clang::CallingConv convention = function.getCallConv();
    return convention == clang::CC_C
               ? ""
               : "__attribute__((" + clang::FunctionType::getNameForCallConv(convention).str() +
                     ")) ";
}

std::string join_declarator(const std::string& base, const std::string& declarator) {
    return declarator.empty() ? base : base + " " + declarator;
}

std::string join(const std::vector<std::string>& parts) {
    return llvm::join(parts, ", ");
}

} // namespace

std::string TypePrinter::declare(clang::QualType type, const std::string& declarator) const {
    const std::string own = qualifiers(type.getLocalQualifiers());
    const clang::Type* node = type.getTypePtr();
    const auto around = [&](clang::QualType pointee, const std::string& sigil) {
        const std::string inner = sigil + declarator;
        return declare(pointee, needs_parentheses(pointee) ? "(" + inner + ")" : inner);
    };
    if (const auto* paren = llvm::dyn_cast<clang::ParenType>(node)) {
        return declare(paren->getInnerType(), declarator);
    }
    if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(node)) {
        return around(pointer->getPointeeType(), "*" + own);
    }
    if (const auto* reference = llvm::dyn_cast<clang::LValueReferenceType>(node)) {
        return around(reference->getPointeeTypeAsWritten(), "&");
    }
    if (const auto* reference = llvm::dyn_cast<clang::RValueReferenceType>(node)) {
        return around(reference->getPointeeTypeAsWritten(), "&&");
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberPointerType>(node)) {
        const std::string owner = print(clang::QualType(member->getClass(), 0));
        return around(member->getPointeeType(), owner + "::*" + own);
    }
    if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(node)) {
        const std::string bound = llvm::toString(array->getSize(), 10, false);
        return own + declare(array->getElementType(), declarator + "[" + bound + "]");
    }
    if (const auto* array = llvm::dyn_cast<clang::IncompleteArrayType>(node)) {
        return own + declare(array->getElementType(), declarator + "[]");
    }
    if (const auto* array = llvm::dyn_cast<clang::DependentSizedArrayType>(node)) {
        const std::string bound = expression(*array->getSizeExpr());
        return own + declare(array->getElementType(), declarator + "[" + bound + "]");
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(node)) {
        std::string suffix = "(" + parameter_list(*function) + ")";
        const std::string method_qualifiers = qualifiers(function->getMethodQuals());
        if (!method_qualifiers.empty()) {
            suffix += " " + method_qualifiers.substr(0, method_qualifiers.size() - 1);
        }
        if (function->getRefQualifier() != clang::RQ_None) {
            suffix += function->getRefQualifier() == clang::RQ_LValue ? " &" : " &&";
        }
        if (function->isNothrow()) {
            suffix += " noexcept";
        }
        const std::string convention = calling_convention(*function);
        const bool bracketed = !convention.empty() && declarator.starts_with('(');
        const std::string inner = bracketed ? "(" + convention + declarator.substr(1) : declarator;
        return declare(function->getReturnType(), inner + suffix);
    }
    if (const auto* decayed = llvm::dyn_cast<clang::DecayedType>(node)) {
        return declare(decayed->getOriginalType(), declarator);
    }
    if (const auto* adjusted = llvm::dyn_cast<clang::AdjustedType>(node)) {
        return declare(
            context_->getQualifiedType(adjusted->getAdjustedType(), type.getLocalQualifiers()),
            declarator);
    }
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedType>(node)) {
        const clang::QualType meant = attributed->isCallingConv() ? attributed->getEquivalentType()
                                                                  : attributed->getModifiedType();
        return declare(context_->getQualifiedType(meant, type.getLocalQualifiers()), declarator);
    }
    if (const auto* macro = llvm::dyn_cast<clang::MacroQualifiedType>(node)) {
        return declare(
            context_->getQualifiedType(macro->getUnderlyingType(), type.getLocalQualifiers()),
            declarator);
    }
    if (const auto* elaborated = llvm::dyn_cast<clang::ElaboratedType>(node)) {
        return declare(
            context_->getQualifiedType(elaborated->getNamedType(), type.getLocalQualifiers()),
            declarator);
    }
    if (const auto* alias = llvm::dyn_cast<clang::TypedefType>(node)) {
        if (nameable(*alias->getDecl())) {
            return join_declarator(own + qualified_name(*alias->getDecl()), declarator);
        }
        return declare(context_->getQualifiedType(alias->desugar(), type.getLocalQualifiers()),
                       declarator);
    }
    if (const auto* parameter = llvm::dyn_cast<clang::SubstTemplateTypeParmType>(node)) {
        return declare(
            context_->getQualifiedType(parameter->getReplacementType(), type.getLocalQualifiers()),
            declarator);
    }
    if (const auto* expansion = llvm::dyn_cast<clang::PackExpansionType>(node)) {
        return declare(expansion->getPattern(), "..." + declarator);
    }
    const bool sugar = llvm::isa<clang::UsingType, clang::DecltypeType, clang::TypeOfType,
                                 clang::TypeOfExprType, clang::UnaryTransformType, clang::AutoType,
                                 clang::DeducedTemplateSpecializationType,
                                 clang::BTFTagAttributedType, clang::PackIndexingType>(node);
    const auto* specialization = llvm::dyn_cast<clang::TemplateSpecializationType>(node);
    const bool alias_template = specialization != nullptr && specialization->isTypeAlias();
    if (sugar || alias_template) {
        const clang::QualType underlying = type.getSingleStepDesugaredType(*context_);
        if (underlying.getTypePtr() == node) {
            throw UnprintableType(
                "'" + type.getAsString() +
                "' depends on a template parameter in a way that cannot be written again");
        }
        return declare(underlying, declarator);
    }
    return join_declarator(own + base_name(clang::QualType(node, 0)), declarator);
}

namespace {

/// `struct ` or `enum ` where a function or variable of the same name hides the type.
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
    if (declaration.getAccess() == clang::AS_private || declaration.getDeclName().isEmpty()) {
        return false;
    }
    for (const clang::DeclContext* scope = declaration.getDeclContext(); scope != nullptr;
         scope = scope->getParent()) {
        if (scope->isFunctionOrMethod()) {
            return false;
        }
        if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope)) {
            if (record->getAccess() == clang::AS_private || record->isLambda() ||
                (!record->getIdentifier() && record->getTypedefNameForAnonDecl() == nullptr)) {
                return false;
            }
        }
    }
    return true;
}

std::string TypePrinter::qualified_name(const clang::NamedDecl& declaration) const {
    met_deprecated_ = met_deprecated_ || declaration.isDeprecated();
    if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(&declaration)) {
        if (tag->getIdentifier() == nullptr) {
            if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl()) {
                return qualified_name(*alias);
            }
            throw UnprintableType("a type in its signature has no name");
        }
    }
    if (declaration.getAccess() == clang::AS_private) {
        throw UnprintableType("'" + declaration.getQualifiedNameAsString() + "' is private");
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

std::string
TypePrinter::template_specialization(const clang::TemplateSpecializationType& type) const {
    const bool has_expression =
        llvm::any_of(type.template_arguments(), [](const clang::TemplateArgument& argument) {
            return argument.getKind() == clang::TemplateArgument::Expression;
        });
    if (has_expression && !type.isDependentType()) {
        return print(type.getCanonicalTypeInternal());
    }
    return template_name(type.getTemplateName()) + argument_list(type.template_arguments());
}

std::string TypePrinter::template_name(clang::TemplateName name) const {
    const clang::TemplateDecl* declaration = name.getAsTemplateDecl();
    if (declaration == nullptr) {
        throw UnprintableType("a template in its signature depends on a template parameter");
    }
    if (const auto* parameter = llvm::dyn_cast<clang::TemplateTemplateParmDecl>(declaration)) {
        return template_parameter(parameter->getDepth(), parameter->getIndex(),
                                  parameter->getNameAsString());
    }
    return qualified_name(*declaration);
}

std::string TypePrinter::argument_list(llvm::ArrayRef<clang::TemplateArgument> arguments) const {
    std::vector<std::string> printed;
    for (const clang::TemplateArgument& one : arguments) {
        if (one.getKind() == clang::TemplateArgument::Pack) {
            for (const clang::TemplateArgument& element : one.pack_elements()) {
                printed.push_back(argument(element));
            }
        } else {
            printed.push_back(argument(one));
        }
    }
    return "<" + join(printed) + ">";
}

std::string TypePrinter::argument(const clang::TemplateArgument& argument) const {
    switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
        return print(argument.getAsType());
    case clang::TemplateArgument::Integral:
        return integral_argument(argument);
    case clang::TemplateArgument::NullPtr:
        return "nullptr";
    case clang::TemplateArgument::Declaration: {
        if (llvm::isa<clang::TemplateParamObjectDecl>(argument.getAsDecl())) {
            throw UnprintableType(
                "a template argument of class type in its signature cannot be written");
        }
        const std::string name = qualified_name(*argument.getAsDecl());
        return argument.getParamTypeForDecl()->isReferenceType() ? name : "&" + name;
    }
    case clang::TemplateArgument::Template:
        return template_name(argument.getAsTemplate());
    case clang::TemplateArgument::TemplateExpansion:
        return template_name(argument.getAsTemplateOrTemplatePattern()) + "...";
    case clang::TemplateArgument::Expression:
        return expression(*argument.getAsExpr());
    default:
        throw UnprintableType("a template argument in its signature cannot be written");
    }
}

std::string TypePrinter::integral_argument(const clang::TemplateArgument& argument) const {
    const clang::QualType type = argument.getIntegralType();
    const llvm::APSInt value = argument.getAsIntegral();
    const std::string digits = llvm::toString(value, 10);
    if (type->isBooleanType()) {
        return value == 0 ? "false" : "true";
    }
    if (type->isSpecificBuiltinType(clang::BuiltinType::Int) && !value.isMinSignedValue()) {
        return digits;
    }
    // The most negative value has no literal: its digits alone are too large.
    const std::string literal = value.isSigned() && value.isMinSignedValue()
                                    ? "(" + llvm::toString(value + 1, 10, true) + "LL - 1)"
                                    : digits + (value.isSigned() ? "LL" : "ULL");
    return "static_cast<" + print(type) + ">(" + literal + ")";
}

std::string TypePrinter::expression(const clang::Expr& expression) const {
    const clang::Expr* bare = expression.IgnoreParenImpCasts();
    if (const auto* expansion = llvm::dyn_cast<clang::PackExpansionExpr>(bare)) {
        return this->expression(*expansion->getPattern()) + "...";
    }
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(bare)) {
        if (const auto* parameter =
                llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(reference->getDecl())) {
            return template_parameter(parameter->getDepth(), parameter->getIndex(),
                                      parameter->getNameAsString());
        }
        return qualified_name(*reference->getDecl());
    }
    if (const auto* member = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(bare)) {
        return nested_name(*member->getQualifier()) + member->getDeclName().getAsString();
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(bare)) {
        return "(" + this->expression(*binary->getLHS()) + " " + binary->getOpcodeStr().str() +
               " " + this->expression(*binary->getRHS()) + ")";
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(bare)) {
        return clang::UnaryOperator::getOpcodeStr(unary->getOpcode()).str() +
               this->expression(*unary->getSubExpr());
    }
    if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(bare);
        trait != nullptr && trait->isArgumentType() && trait->getKind() == clang::UETT_SizeOf) {
        return "sizeof(" + print(trait->getArgumentType()) + ")";
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    clang::PrintingPolicy policy(context_->getLangOpts());
    policy.FullyQualifiedName = true;
    bare->printPretty(stream, nullptr, policy);
    return text;
}

std::string TypePrinter::template_parameter(unsigned depth, unsigned index,
                                            const std::string& name) const {
    const auto found = substitution_.find({depth, index});
    if (found != substitution_.end()) {
        return found->second;
    }
    if (name.empty()) {
        throw UnprintableType("a template parameter in its signature has no name");
    }
    return name;
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

std::string TypePrinter::parameter_list(const clang::FunctionProtoType& type) const {
    std::vector<std::string> printed;
    for (const clang::QualType parameter : type.param_types()) {
        printed.push_back(print(parameter));
    }
    if (type.isVariadic()) {
        printed.emplace_back("...");
    }
    return join(printed);
}

} // namespace proxima::gen
