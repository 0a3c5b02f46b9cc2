#include "analysis/classes/ancestors.hpp"

#include "analysis/parse/clang_version.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <map>
#include <optional>

namespace proxima::gen {
namespace {

std::optional<clang::TemplateArgument> default_argument(const clang::NamedDecl& parameter) {
    const auto of = [](const auto* one) {
        return one != nullptr && one->hasDefaultArgument()
                   ? std::optional(as_argument(one->getDefaultArgument()))
                   : std::nullopt;
    };
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter)) {
        return of(type);
    }
    if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter)) {
        return of(value);
    }
    return of(llvm::dyn_cast<clang::TemplateTemplateParmDecl>(&parameter));
}

// The argument as an operand of any expression: `N - 1` gets parentheses.
std::string operand(llvm::ArrayRef<clang::TemplateArgument> arguments, const TypePrinter& printer) {
    const std::string list = printer.argument_list(arguments);
    const std::string text = list.substr(1, list.size() - 2);
    const bool is_compound =
        arguments.size() == 1 && arguments[0].getKind() == clang::TemplateArgument::Expression &&
        llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::AbstractConditionalOperator>(
            arguments[0].getAsExpr()->IgnoreImpCasts());
    return is_compound ? "(" + text + ")" : text;
}

// Prints the template arguments of one specialisation.
TypePrinter::Substitution substitution_for(const clang::TemplateDecl& pattern,
                                           const clang::TemplateSpecializationType& specialization,
                                           const TypePrinter& outer,
                                           const clang::ASTContext& context) {
    TypePrinter::Substitution substitution;
    const llvm::ArrayRef<clang::TemplateArgument> arguments = specialization.template_arguments();
    const unsigned depth = pattern.getTemplateParameters()->getDepth();
    for (unsigned index = 0; index < pattern.getTemplateParameters()->size(); ++index) {
        const clang::NamedDecl* parameter = pattern.getTemplateParameters()->getParam(index);
        std::string& text = substitution[{depth, index}];
        if (parameter->isParameterPack()) {
            text = operand(arguments.drop_front(std::min<std::size_t>(index, arguments.size())),
                           outer);
        } else if (index < arguments.size()) {
            text = operand(arguments[index], outer);
        } else if (const auto argument = default_argument(*parameter)) {
            text = operand(*argument, TypePrinter(context, substitution));
        } else {
            throw UnprintableType("the default argument of a template parameter of '" +
                                  pattern.getQualifiedNameAsString() + "' cannot be written");
        }
    }
    return substitution;
}

// Bases before derived classes, every class once.
class BasesFirst {
public:
    explicit BasesFirst(const clang::ASTContext& context) : context_(&context) {}

    void visit(const Ancestor& ancestor) {
        const auto [entry, unseen] = seen_.emplace(ancestor.type, ancestor.access);
        if (!unseen && entry->second <= ancestor.access) {
            return;
        }
        entry->second = ancestor.access;
        derived_.push_back(ancestor.record);
        for (const clang::CXXBaseSpecifier& base : ancestor.record->bases()) {
            visit_base(base, ancestor);
        }
        derived_.pop_back();
        if (unseen) {
            order_.push_back(ancestor);
        }
    }

    std::vector<Ancestor> take() {
        for (Ancestor& ancestor : order_) {
            ancestor.access = seen_.at(ancestor.type);
        }
        return std::move(order_);
    }

private:
    void visit_base(const clang::CXXBaseSpecifier& base, const Ancestor& derived) {
        const clang::QualType type = base.getType();
        const TypePrinter& printer = derived.printer;
        const clang::AccessSpecifier access = std::max(derived.access, base.getAccessSpecifier());
        if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
            record != nullptr && !record->isDependentContext()) {
            if (const clang::CXXRecordDecl* definition = record->getDefinition()) {
                visit({definition, TypePrinter(*context_),
                       printer.print(clang::QualType(record->getTypeForDecl(), 0)), access});
            }
            return;
        }
        const auto* specialization = type->getAs<clang::TemplateSpecializationType>();
        const clang::TemplateDecl* pattern =
            specialization != nullptr ? specialization->getTemplateName().getAsTemplateDecl()
                                      : nullptr;
        const auto* record =
            pattern != nullptr
                ? llvm::dyn_cast_or_null<clang::CXXRecordDecl>(pattern->getTemplatedDecl())
                : nullptr;
        if (record == nullptr || record->getDefinition() == nullptr) {
            throw UnprintableType("its base '" + type.getAsString() +
                                  "' depends on a template parameter");
        }
        if (llvm::is_contained(derived_, record->getDefinition())) {
            throw UnprintableType("its base '" + type.getAsString() + "' depends on itself");
        }
        visit({record->getDefinition(),
               TypePrinter(*context_,
                           substitution_for(*pattern, *specialization, printer, *context_)),
               printer.print(type), access});
    }

    const clang::ASTContext* context_;
    std::map<std::string, clang::AccessSpecifier> seen_; // keyed by printed type
    std::vector<Ancestor> order_;
    std::vector<const clang::CXXRecordDecl*> derived_; // whose bases are being visited
};

} // namespace

std::vector<Ancestor> ancestors(const clang::CXXRecordDecl& record, const TypePrinter& printer) {
    BasesFirst walk(record.getASTContext());
    walk.visit({&record, printer, printer.qualified_name(record), clang::AS_public});
    return walk.take();
}

} // namespace proxima::gen
