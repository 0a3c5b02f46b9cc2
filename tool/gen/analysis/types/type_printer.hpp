// Prints C++ types so that they mean the same anywhere in a generated file: fully qualified,
// declarators included.
//
// Clang's own printers leave names unqualified inside arrays, functions and template arguments, and
// print names that cannot be written. This one walks the type, keeps the author's typedef names
// where they are accessible, and throws for a type that a derived class cannot name.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace proxima::gen {

// A type that generated code cannot spell; what() names it and the reason.
class UnprintableType : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class TypePrinter {
public:
    // Texts that replace template parameters, by (depth, index); empty for ordinary code.
    using Substitution = std::map<std::pair<unsigned, unsigned>, std::string>;

    explicit TypePrinter(const clang::ASTContext& context) : context_(&context) {}
    TypePrinter(const clang::ASTContext& context, Substitution substitution)
        : context_(&context), substitution_(std::move(substitution)) {}

    // A printer for code outside of derived classes, which may not name protected types.
    TypePrinter from_outside() const {
        TypePrinter printer = *this;
        printer.derived_ = false;
        return printer;
    }

    // `type` with `declarator` in its place: `int (*f)(double)`. Throws UnprintableType.
    std::string declare(clang::QualType type, const std::string& declarator) const;
    std::string print(clang::QualType type) const { return declare(type, ""); }

    // The `::ns::name<args>` of a class, enumeration, typedef or template. Throws UnprintableType.
    std::string qualified_name(const clang::NamedDecl& declaration) const;

    // `<a, b>` for the arguments of a template.
    std::string argument_list(llvm::ArrayRef<clang::TemplateArgument> arguments) const;

    // An expression over template parameters, as in a noexcept specification.
    std::string expression(const clang::Expr& expression) const;

    std::string parameter_list(const clang::FunctionProtoType& type) const;

private:
    class OwnParts;

    std::optional<std::string> own_expression(const clang::Expr& expression) const;
    std::optional<std::string> declare_compound(clang::QualType type,
                                                const std::string& declarator) const;
    std::string declare_function(const clang::FunctionProtoType& function,
                                 const std::string& declarator) const;
    std::string bound_of(const clang::ArrayType& array) const;
    std::optional<clang::QualType> without_sugar(clang::QualType type) const;
    clang::QualType desugared(clang::QualType type) const;
    std::string base_name(clang::QualType type) const;
    std::string template_specialization(const clang::TemplateSpecializationType& type) const;
    std::string template_name(clang::TemplateName name) const;
    std::string argument(const clang::TemplateArgument& argument) const;
    std::string integral_argument(const clang::TemplateArgument& argument) const;
    std::string scope_of(const clang::DeclContext& scope) const;
    std::string nested_name(const clang::NestedNameSpecifier& specifier) const;
    std::string template_parameter(unsigned depth, unsigned index, const std::string& name) const;
    std::string own_arguments(const clang::CXXRecordDecl& record) const;
    bool nameable(const clang::NamedDecl& declaration) const;
    bool forbidden(clang::AccessSpecifier access) const {
        return access == clang::AS_private || (access == clang::AS_protected && !derived_);
    }

    const clang::ASTContext* context_;
    Substitution substitution_;
    bool derived_ = true; // the printed text lies in a derived class
};

} // namespace proxima::gen
