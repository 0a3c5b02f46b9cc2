#include "analysis/classes/virtual_methods.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <map>

namespace proxima::gen {
namespace {

struct Ancestor {
    const clang::CXXRecordDecl* record;
    TypePrinter printer;
    std::string type;
    bool reachable; ///< no private inheritance on the way
};

/// Null when the parameter has none.
const clang::TemplateArgument* default_argument(const clang::NamedDecl& parameter) {
    const auto of = [](const auto* one) -> const clang::TemplateArgument* {
        return one != nullptr && one->hasDefaultArgument()
                   ? &one->getDefaultArgument().getArgument()
                   : nullptr;
    };
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter)) {
        return of(type);
    }
    if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter)) {
        return of(value);
    }
    return of(llvm::dyn_cast<clang::TemplateTemplateParmDecl>(&parameter));
}

/// What the parameters of a template stand for in one of its specialisations, printed.
TypePrinter::Substitution substitution_for(const clang::TemplateDecl& pattern,
                                           const clang::TemplateSpecializationType& specialization,
                                           const TypePrinter& outer,
                                           const clang::ASTContext& context) {
    TypePrinter::Substitution substitution;
    const llvm::ArrayRef<clang::TemplateArgument> arguments = specialization.template_arguments();
    const unsigned depth = pattern.getTemplateParameters()->getDepth();
    for (unsigned index = 0; index < pattern.getTemplateParameters()->size(); ++index) {
        const clang::NamedDecl* parameter = pattern.getTemplateParameters()->getParam(index);
        std::string& printed = substitution[{depth, index}];
        if (parameter->isParameterPack()) {
            const std::string list = outer.argument_list(
                arguments.drop_front(std::min<std::size_t>(index, arguments.size())));
            printed = list.substr(1, list.size() - 2);
        } else if (index < arguments.size()) {
            const std::string list = outer.argument_list(arguments.slice(index, 1));
            printed = list.substr(1, list.size() - 2);
        } else if (const clang::TemplateArgument* argument = default_argument(*parameter)) {
            const std::string list = TypePrinter(context, substitution).argument_list(*argument);
            printed = list.substr(1, list.size() - 2);
        } else {
            throw UnprintableType("the default argument of a template parameter of '" +
                                  pattern.getQualifiedNameAsString() + "' cannot be written");
        }
    }
    return substitution;
}

/// Bases before derived classes, every class once.
class BasesFirst {
public:
    explicit BasesFirst(const clang::ASTContext& context) : context_(&context) {}

    void visit(const Ancestor& ancestor) {
        const auto [entry, unseen] = seen_.emplace(ancestor.type, ancestor.reachable);
        if (!unseen && (entry->second || !ancestor.reachable)) {
            return;
        }
        entry->second = ancestor.reachable;
        for (const clang::CXXBaseSpecifier& base : ancestor.record->bases()) {
            visit_base(base, ancestor);
        }
        if (unseen) {
            order_.push_back(ancestor);
        }
    }

    std::vector<Ancestor> take() {
        for (Ancestor& ancestor : order_) {
            ancestor.reachable = seen_.at(ancestor.type);
        }
        return std::move(order_);
    }

private:
    void visit_base(const clang::CXXBaseSpecifier& base, const Ancestor& derived) {
        const clang::QualType type = base.getType();
        const TypePrinter& printer = derived.printer;
        const bool reachable = derived.reachable && base.getAccessSpecifier() != clang::AS_private;
        if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
            record != nullptr && !record->isDependentContext()) {
            if (const clang::CXXRecordDecl* definition = record->getDefinition()) {
                visit({definition, TypePrinter(*context_),
                       printer.print(clang::QualType(record->getTypeForDecl(), 0)), reachable});
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
        visit({record->getDefinition(),
               TypePrinter(*context_,
                           substitution_for(*pattern, *specialization, printer, *context_)),
               printer.print(type), reachable});
    }

    const clang::ASTContext* context_;
    std::map<std::string, bool> seen_; ///< printed type, and whether it is reachable
    std::vector<Ancestor> order_;
};

/// A signature as text, for classes whose bases depend on template parameters.
std::string printed_signature(const VirtualMethod& method) {
    const auto* type = method.declaration->getType()->castAs<clang::FunctionProtoType>();
    return method.printer.parameter_list(*type) + type->getMethodQuals().getAsString() +
           std::to_string(type->getRefQualifier());
}

bool same_signature(const VirtualMethod& left, const VirtualMethod& right) {
    if (left.declaration->getDeclName() != right.declaration->getDeclName()) {
        return false;
    }
    const auto* a = left.declaration->getType()->castAs<clang::FunctionProtoType>();
    const auto* b = right.declaration->getType()->castAs<clang::FunctionProtoType>();
    if (a->getNumParams() != b->getNumParams() || a->isVariadic() != b->isVariadic()) {
        return false;
    }
    if (left.declaration->isDependentContext() || right.declaration->isDependentContext()) {
        return printed_signature(left) == printed_signature(right);
    }
    const clang::ASTContext& context = left.declaration->getASTContext();
    return a->getMethodQuals() == b->getMethodQuals() &&
           a->getRefQualifier() == b->getRefQualifier() &&
           std::equal(
               a->param_type_begin(), a->param_type_end(), b->param_type_begin(),
               [&](clang::QualType x, clang::QualType y) { return context.hasSameType(x, y); });
}

/// Clang does not know which methods override those of a base that depends on a template parameter.
bool may_override(const clang::CXXMethodDecl& method) {
    return (method.isVirtual() || method.isDependentContext()) &&
           !llvm::isa<clang::CXXDestructorDecl>(method);
}

bool is_from_derived_class(const VirtualMethod& candidate, const VirtualMethod& earlier) {
    const clang::CXXRecordDecl* later = candidate.declaration->getParent();
    return later->isDependentContext() || later->isDerivedFrom(earlier.declaration->getParent());
}

/// A private override does not take away that others may call the method through the base that
/// declares it in public.
bool is_overridden_privately(const VirtualMethod& earlier,
                             const clang::CXXMethodDecl& declaration) {
    return declaration.getAccess() == clang::AS_private &&
           !declaration.hasAttr<clang::FinalAttr>() &&
           earlier.declaration->getAccess() != clang::AS_private && earlier.reachable;
}

/// The bases to convert to one after the other where a class contains the declaring class more than
/// once.
std::vector<std::string> cast_path(const clang::CXXRecordDecl& record,
                                   const clang::CXXRecordDecl& declaring,
                                   const TypePrinter& printer) {
    std::vector<std::string> path;
    clang::CXXBasePaths paths;
    const clang::ASTContext& context = record.getASTContext();
    const clang::QualType type = context.getTypeDeclType(&declaring);
    if (record.isDependentContext() || !record.isDerivedFrom(&declaring, paths) ||
        !paths.isAmbiguous(context.getCanonicalType(type))) {
        return path;
    }
    for (const clang::CXXBasePathElement& element : paths.front()) {
        path.push_back(printer.print(element.Base->getType()));
    }
    path.pop_back();
    return path;
}

class Merge {
public:
    void add(const VirtualMethod& candidate) {
        const clang::CXXMethodDecl& declaration = *candidate.declaration;
        const auto [first, last] = by_name_.equal_range(declaration.getDeclName());
        const auto same = std::find_if(first, last, [&](const auto& entry) {
            return same_signature(methods_[entry.second], candidate);
        });
        if (same == last) {
            if (declaration.isVirtual()) {
                by_name_.emplace(declaration.getDeclName(), methods_.size());
                methods_.push_back(candidate);
            }
        } else if (is_overridden_privately(methods_[same->second], declaration)) {
            methods_[same->second].private_override = &declaration;
            methods_[same->second].shares_override_with.push_back(&declaration);
        } else if (is_from_derived_class(candidate, methods_[same->second])) {
            methods_[same->second] = candidate;
        } else {
            methods_[same->second].shares_override_with.push_back(candidate.declaration);
        }
    }

    std::vector<VirtualMethod> take() { return std::move(methods_); }

private:
    std::vector<VirtualMethod> methods_;
    std::multimap<clang::DeclarationName, std::size_t> by_name_;
};

} // namespace

std::vector<VirtualMethod> virtual_methods(const clang::CXXRecordDecl& record,
                                           const TypePrinter& printer) {
    BasesFirst walk(record.getASTContext());
    walk.visit({&record, printer, printer.qualified_name(record), true});
    Merge merge;
    for (const Ancestor& ancestor : walk.take()) {
        const std::vector<std::string> path = cast_path(record, *ancestor.record, printer);
        for (const clang::CXXMethodDecl* declaration : ancestor.record->methods()) {
            if (may_override(*declaration)) {
                merge.add({declaration,
                           ancestor.printer,
                           ancestor.type,
                           path,
                           {},
                           ancestor.reachable,
                           nullptr});
            }
        }
    }
    return merge.take();
}

} // namespace proxima::gen
