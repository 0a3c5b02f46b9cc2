#include "source/refusals.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/StmtCXX.h>

namespace proxima::gen {
namespace {

bool is_lambda(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method != nullptr && method->getParent()->isLambda();
}

// Constructors, methods and functions whose static variables are no constant expressions. Lambdas
// are constexpr by themselves, and cease to be.
bool is_constant(const clang::FunctionDecl& function) {
    return function.isConsteval() || (function.isConstexpr() && !is_lambda(function));
}

// An inline function of C with external linkage may not define static variables.
bool is_inline_in_c(const clang::FunctionDecl& function) {
    return !function.getASTContext().getLangOpts().CPlusPlus && function.isInlineSpecified() &&
           function.getStorageClass() != clang::SC_Static;
}

} // namespace

std::string refusal(const clang::FunctionDecl& function, const clang::SourceManager&) {
    if (function.isMain()) {
        return "main: the whole program";
    }
    if (is_constant(function)) {
        return "constexpr";
    }
    if (llvm::isa<clang::CoroutineBodyStmt>(function.getBody())) {
        return "a coroutine";
    }
    if (function.hasAttr<clang::NakedAttr>()) {
        return "naked";
    }
    if (function.hasAttr<clang::NoInstrumentFunctionAttr>()) {
        return "no_instrument_function";
    }
    if (is_inline_in_c(function)) {
        return "an inline function of C with external linkage";
    }
    if (brace_of(function).isMacroID()) {
        return "inside a macro";
    }
    return "";
}

bool may_have_sites(const clang::FunctionDecl& function) {
    return !is_constant(function) && !is_inline_in_c(function) &&
           !llvm::isa<clang::CoroutineBodyStmt>(function.getBody()) &&
           !function.hasAttr<clang::NakedAttr>() &&
           !function.hasAttr<clang::NoInstrumentFunctionAttr>();
}

const clang::Stmt* body_of(const clang::FunctionDecl& function) {
    const clang::Stmt* body = function.getBody();
    const auto* guarded = llvm::dyn_cast<clang::CXXTryStmt>(body);
    return guarded != nullptr ? guarded->getTryBlock() : body;
}

clang::SourceLocation brace_of(const clang::FunctionDecl& function) {
    return body_of(function)->getBeginLoc();
}

} // namespace proxima::gen
