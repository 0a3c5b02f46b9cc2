#include "analysis/classes/virtual_methods.hpp"

#include "analysis/classes/ancestors.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/CXXInheritance.h>

#include <algorithm>
#include <map>

namespace proxima::gen {
namespace {

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
    Merge merge;
    for (const Ancestor& ancestor : ancestors(record, printer)) {
        const std::vector<std::string> path = cast_path(record, *ancestor.record, printer);
        for (const clang::CXXMethodDecl* declaration : ancestor.record->methods()) {
            if (may_override(*declaration)) {
                merge.add({declaration,
                           ancestor.printer,
                           ancestor.type,
                           path,
                           {},
                           ancestor.access != clang::AS_private});
            }
        }
    }
    return merge.take();
}

} // namespace proxima::gen
