#include "analysis/types/type_printer.hpp"

#include "analysis/parse/clang_version.hpp"

#include <clang/AST/DeclTemplate.h>
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

// True also for a typedef of an array or function: if its name cannot be written, the type itself
// is.
bool needs_parentheses(clang::QualType pointee) {
    return pointee->isArrayType() || pointee->isFunctionType();
}

// Attribute for a calling convention that is not C's.
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

// True for all sugar but typedefs, which keep their names.
bool is_sugar(const clang::Type& type) {
    const auto* specialization = llvm::dyn_cast<clang::TemplateSpecializationType>(&type);
    return (specialization != nullptr && specialization->isTypeAlias()) ||
           llvm::isa<clang::ParenType, clang::AdjustedType, clang::AttributedType,
                     clang::MacroQualifiedType, clang::ElaboratedType,
                     clang::SubstTemplateTypeParmType, clang::UsingType, clang::DecltypeType,
                     clang::TypeOfType, clang::TypeOfExprType, clang::UnaryTransformType,
                     clang::AutoType, clang::DeducedTemplateSpecializationType,
                     clang::BTFTagAttributedType>(type) ||
           is_pack_indexing(type);
}

} // namespace

std::string TypePrinter::declare(clang::QualType type, const std::string& declarator) const {
    if (const auto meant = without_sugar(type)) {
        return declare(*meant, declarator);
    }
    if (const auto compound = declare_compound(type, declarator)) {
        return *compound;
    }
    const std::string base = base_name(clang::QualType(type.getTypePtr(), 0));
    clang::Qualifiers own = type.getLocalQualifiers();
    if (llvm::isa<clang::TemplateTypeParmType>(type.getTypePtr()) && own.hasConst() &&
        base.find(' ') != std::string::npos) {
        // The argument in place of the parameter may be a pointer, or constant itself.
        own.removeConst();
        const bool constant = base.starts_with("const ") && !base.ends_with('*');
        return join_declarator(qualifiers(own) + base + (constant ? "" : " const"), declarator);
    }
    return join_declarator(qualifiers(own) + base, declarator);
}

// Declares pointers, references, arrays and functions, which surround their declarator.
std::optional<std::string> TypePrinter::declare_compound(clang::QualType type,
                                                         const std::string& declarator) const {
    const std::string own = qualifiers(type.getLocalQualifiers());
    const clang::Type* node = type.getTypePtr();
    const auto around = [&](clang::QualType pointee, const std::string& sigil) {
        const std::string inner = sigil + declarator;
        return declare(pointee, needs_parentheses(pointee) ? "(" + inner + ")" : inner);
    };
    if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(node)) {
        return around(pointer->getPointeeType(), "*" + own);
    }
    if (const auto* reference = llvm::dyn_cast<clang::ReferenceType>(node)) {
        const bool rvalue = llvm::isa<clang::RValueReferenceType>(node);
        return around(reference->getPointeeTypeAsWritten(), rvalue ? "&&" : "&");
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberPointerType>(node)) {
        const std::string owner = print(clang::QualType(member->getClass(), 0));
        return around(member->getPointeeType(), owner + "::*" + own);
    }
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(node)) {
        return own + declare(array->getElementType(), declarator + "[" + bound_of(*array) + "]");
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(node)) {
        return declare_function(*function, declarator);
    }
    if (const auto* expansion = llvm::dyn_cast<clang::PackExpansionType>(node)) {
        return declare(expansion->getPattern(), "..." + declarator);
    }
    return std::nullopt;
}

std::string TypePrinter::bound_of(const clang::ArrayType& array) const {
    if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(&array)) {
        return llvm::toString(constant->getSize(), 10, false);
    }
    if (const auto* dependent = llvm::dyn_cast<clang::DependentSizedArrayType>(&array)) {
        return expression(*dependent->getSizeExpr());
    }
    return {};
}

std::string TypePrinter::declare_function(const clang::FunctionProtoType& function,
                                          const std::string& declarator) const {
    std::string suffix = "(" + parameter_list(function) + ")";
    const std::string method_qualifiers = qualifiers(function.getMethodQuals());
    if (!method_qualifiers.empty()) {
        suffix += " " + method_qualifiers.substr(0, method_qualifiers.size() - 1);
    }
    if (function.getRefQualifier() != clang::RQ_None) {
        suffix += function.getRefQualifier() == clang::RQ_LValue ? " &" : " &&";
    }
    if (function.isNothrow()) {
        suffix += " noexcept";
    }
    const std::string convention = calling_convention(function);
    const bool bracketed = !convention.empty() && declarator.starts_with('(');
    const std::string inner = bracketed ? "(" + convention + declarator.substr(1) : declarator;
    return declare(function.getReturnType(), inner + suffix);
}

// Removes one layer of sugar; nothing for types that are printed as they are, such as typedef names
// that may be written.
std::optional<clang::QualType> TypePrinter::without_sugar(clang::QualType type) const {
    const clang::Type* node = type.getTypePtr();
    if (const auto* decayed = llvm::dyn_cast<clang::DecayedType>(node)) {
        return decayed->getOriginalType();
    }
    if (const auto* alias = llvm::dyn_cast<clang::TypedefType>(node)) {
        // An instance shares its pattern's typedefs of types that do not depend on the parameters.
        const bool of_pattern =
            alias->getDecl()->getDeclContext()->isDependentContext() && !type->isDependentType();
        return nameable(*alias->getDecl()) && !of_pattern
                   ? std::nullopt
                   : std::optional<clang::QualType>(desugared(type));
    }
    return is_sugar(*node) ? std::optional<clang::QualType>(desugared(type)) : std::nullopt;
}

clang::QualType TypePrinter::desugared(clang::QualType type) const {
    const clang::QualType underlying = type.getSingleStepDesugaredType(*context_);
    if (underlying.getTypePtr() == type.getTypePtr()) {
        throw UnprintableType(
            "'" + type.getAsString() +
            "' depends on a template parameter in a way that cannot be written again");
    }
    return underlying;
}

std::string TypePrinter::parameter_list(const clang::FunctionProtoType& type) const {
    std::vector<std::string> printed;
    for (const clang::QualType parameter : type.param_types()) {
        printed.push_back(print(parameter));
    }
    if (type.isVariadic()) {
        printed.emplace_back("...");
    }
    return llvm::join(printed, ", ");
}

} // namespace proxima::gen
