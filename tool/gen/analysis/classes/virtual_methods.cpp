#include "analysis/classes/virtual_methods.hpp"

#include "analysis/classes/ancestors.hpp"
#include "analysis/parse/clang_version.hpp"
#include "analysis/types/template_parameters.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/CXXInheritance.h>

#include <algorithm>
#include <map>
#include <utility>

namespace proxima::gen {
namespace {

// A signature as text, for classes whose bases depend on template parameters.
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

// Clang does not know which methods override those of a base that depends on a template parameter.
bool may_override(const clang::CXXMethodDecl& method) {
    return (method.isVirtual() || method.isDependentContext()) &&
           !llvm::isa<clang::CXXDestructorDecl>(method);
}

bool is_from_derived_class(const VirtualMethod& candidate, const VirtualMethod& earlier) {
    const clang::CXXRecordDecl* later = candidate.declaration->getParent();
    return later->isDependentContext() || later->isDerivedFrom(earlier.declaration->getParent());
}

// Chains of bases to cast to, one for each time that the class contains the declaring class; one
// empty chain if it contains it once.
std::vector<std::vector<std::string>> subobjects(const clang::CXXRecordDecl& record,
                                                 const clang::CXXRecordDecl& declaring,
                                                 const TypePrinter& printer) {
    clang::CXXBasePaths paths;
    const clang::ASTContext& context = record.getASTContext();
    const clang::QualType type = context.getTypeDeclType(&declaring);
    if (record.isDependentContext() || !record.isDerivedFrom(&declaring, paths) ||
        !paths.isAmbiguous(context.getCanonicalType(type))) {
        return {{}};
    }
    std::map<int, std::vector<std::string>> by_subobject;
    for (const clang::CXXBasePath& path : paths) {
        const auto [entry, unseen] = by_subobject.try_emplace(path.back().SubobjectNumber);
        for (const clang::CXXBasePathElement& element : path) {
            if (unseen && &element != &path.back()) {
                entry->second.push_back(printer.print(element.Base->getType()));
            }
        }
    }
    std::vector<std::vector<std::string>> ways;
    for (auto& [number, way] : by_subobject) {
        ways.push_back(std::move(way));
    }
    return ways;
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
        } else if (VirtualMethod& known = methods_[same->second];
                   is_from_derived_class(candidate, known)) {
            VirtualMethod earlier = std::exchange(known, candidate);
            known.overridden = std::exchange(earlier.overridden, {});
            known.overridden.push_back(std::move(earlier));
        } else {
            known.overridden.push_back(candidate);
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
        const auto ways = subobjects(record, *ancestor.record, printer);
        for (const clang::CXXMethodDecl* declaration : ancestor.record->methods()) {
            if (may_override(*declaration)) {
                merge.add(
                    {declaration, ancestor.printer, ancestor.type, ancestor.access, ways, {}});
            }
        }
    }
    return merge.take();
}

bool is_abstract(const clang::CXXRecordDecl& record) {
    if (!record.isDependentContext()) {
        return record.isAbstract();
    }
    try {
        return llvm::any_of(virtual_methods(record, printer_for(record)),
                            [](const auto& method) { return is_pure(*method.declaration); });
    } catch (const UnprintableType&) {
        return false;
    }
}

} // namespace proxima::gen
