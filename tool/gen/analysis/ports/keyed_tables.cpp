#include "analysis/ports/keyed_tables.hpp"

#include "analysis/parse/translation_unit.hpp"
#include "analysis/ports/member_use.hpp"

#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/STLExtras.h>

namespace proxima::gen {
namespace {

// True if an argument hands over the object's address: not in a lambda, nor to reach a member.
// Follows few variables, because one may stand in its own initializer.
bool hands_over_this(const clang::Stmt* argument, unsigned variables = 3) {
    if (argument == nullptr || llvm::isa<clang::MemberExpr, clang::CXXDependentScopeMemberExpr,
                                         clang::LambdaExpr, clang::CXXOperatorCallExpr>(argument)) {
        return false;
    }
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(argument)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
        return variables > 0 && variable != nullptr && variable->isLocalVarDecl() &&
               hands_over_this(variable->getInit(), variables - 1);
    }
    return llvm::isa<clang::CXXThisExpr>(argument) ||
           llvm::any_of(argument->children(),
                        [&](const clang::Stmt* part) { return hands_over_this(part, variables); });
}

} // namespace

bool is_keyed_by_this(const clang::Stmt& statement) {
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(&statement)) {
        return hands_over_this(subscript->getRHS());
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement);
    const auto* by_operator = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&statement);
    if (by_operator != nullptr && by_operator->getOperator() != clang::OO_Subscript &&
        by_operator->getOperator() != clang::OO_Call) {
        return false;
    }
    return call != nullptr &&
           llvm::any_of(llvm::drop_begin(call->arguments(), by_operator == nullptr ? 0 : 1),
                        [](const clang::Expr* argument) { return hands_over_this(argument); });
}

bool may_find_state(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    const clang::QualType result = function.getReturnType();
    const clang::CXXRecordDecl* found = class_of(result.getNonReferenceType());
    return refers_to_another(result) && (found == nullptr || found->getName() != "unique_ptr") &&
           (method == nullptr || method->isStatic()) && !is_in_std(function) &&
           !function.isTemplated() && !function.isTemplateInstantiation() &&
           !function.isOverloadedOperator() &&
           llvm::none_of(function.parameters(), [&](const clang::ParmVarDecl* parameter) {
               return found != nullptr &&
                      class_of(parameter->getType().getNonReferenceType()) == found;
           });
}

} // namespace proxima::gen
