// Prints templates, their arguments and parameters, and expressions over these.
#include "analysis/types/type_printer.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringExtras.h>

namespace proxima::gen {

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
    return "<" + llvm::join(printed, ", ") + ">";
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
    std::string digits = llvm::toString(value, 10);
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

// Lets Clang print an expression except for the parts that name something.
class TypePrinter::OwnParts : public clang::PrinterHelper {
public:
    explicit OwnParts(const TypePrinter& printer) : printer_(&printer) {}

    bool handledStmt(clang::Stmt* part, llvm::raw_ostream& stream) override {
        const auto* expression = llvm::dyn_cast<clang::Expr>(part);
        if (expression == nullptr || llvm::isa<clang::ImplicitCastExpr>(expression)) {
            return false;
        }
        try {
            const auto own = printer_->own_expression(*expression);
            stream << own.value_or("");
            return own.has_value();
        } catch (const UnprintableType& unprintable) {
            failure_ = unprintable.what(); // Clang is built without exceptions: not through it
            return true;
        }
    }

    void rethrow() const {
        if (!failure_.empty()) {
            throw UnprintableType(failure_);
        }
    }

private:
    const TypePrinter* printer_;
    std::string failure_;
};

std::optional<std::string> TypePrinter::own_expression(const clang::Expr& expression) const {
    const clang::Expr* bare = expression.IgnoreImpCasts();
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
    if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(bare);
        trait != nullptr && trait->isArgumentType() && trait->getKind() == clang::UETT_SizeOf) {
        return "sizeof(" + print(trait->getArgumentType()) + ")";
    }
    return std::nullopt;
}

std::string TypePrinter::expression(const clang::Expr& expression) const {
    if (const auto own = own_expression(expression)) {
        return *own;
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    clang::PrintingPolicy policy(context_->getLangOpts());
    policy.FullyQualifiedName = true;
    OwnParts parts(*this);
    expression.printPretty(stream, &parts, policy);
    parts.rethrow();
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

} // namespace proxima::gen
