#include "analysis/ports/expression_cost.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace proxima::gen {
namespace {

// Names of quick methods; bodies in headers are not parsed.
constexpr std::array<std::string_view, 16> accessors{
    "size", "length",     "empty",     "data",       "begin", "end",  "front", "back",
    "get",  "operator[]", "operator*", "operator->", "rows",  "cols", "at",    "has_value"};

bool is_quick_call(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (method == nullptr || (method->isVirtual() && !method->hasAttr<clang::FinalAttr>())) {
        return callee != nullptr && method == nullptr && callee->getBuiltinID() != 0;
    }
    const std::string name = method->getNameAsString();
    return std::find(accessors.begin(), accessors.end(), name) != accessors.end();
}

bool is_quick(const clang::Stmt* expression) {
    if (expression == nullptr) {
        return true;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
    const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
    if ((call != nullptr && !is_quick_call(*call)) ||
        (made != nullptr && !made->getConstructor()->isTrivial()) ||
        llvm::isa<clang::CXXNewExpr, clang::LambdaExpr>(expression)) {
        return false;
    }
    return std::all_of(expression->child_begin(), expression->child_end(), is_quick);
}

// Removes the copy that the probe returns; the proxy reads the text in place.
const clang::Expr* without_copy(const clang::Expr* expression) {
    for (;;) {
        const clang::Expr* inner = expression->IgnoreParens()->IgnoreImplicit();
        if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
            made != nullptr && made->getConstructor()->isCopyOrMoveConstructor()) {
            inner = made->getArg(0);
        }
        if (inner == expression) {
            return expression;
        }
        expression = inner;
    }
}

} // namespace

bool takes_time(const clang::Expr& value) {
    return !is_quick(without_copy(&value));
}

} // namespace proxima::gen
