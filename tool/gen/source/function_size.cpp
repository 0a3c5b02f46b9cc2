#include "source/function_size.hpp"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

namespace proxima::gen {
namespace {

// Counts statements, and looks for loops and calls.
class Work : public clang::RecursiveASTVisitor<Work> {
public:
    Work(FunctionSize& size, unsigned limit) : size_(size), limit_(limit) {}

    bool is_little() const { return !works_ && statements_ < limit_; }

    bool VisitStmt(clang::Stmt* statement) {
        const bool is_loop =
            llvm::isa<clang::ForStmt>(statement) || llvm::isa<clang::WhileStmt>(statement) ||
            llvm::isa<clang::DoStmt>(statement) || llvm::isa<clang::CXXForRangeStmt>(statement) ||
            llvm::isa<clang::GotoStmt>(statement);
        const bool is_unknown =
            llvm::isa<clang::CXXUnresolvedConstructExpr>(statement) ||
            llvm::isa<clang::CXXNewExpr>(statement) || llvm::isa<clang::CXXDeleteExpr>(statement) ||
            llvm::isa<clang::CXXThrowExpr>(statement) || llvm::isa<clang::AsmStmt>(statement);
        works_ = works_ || is_loop || is_unknown;
        return !works_;
    }

    bool VisitCompoundStmt(clang::CompoundStmt* block) {
        statements_ += block->size();
        return statements_ < limit_;
    }

    bool VisitCallExpr(clang::CallExpr* call) {
        const clang::FunctionDecl* callee = call->getDirectCallee();
        return sees(callee);
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* call) {
        return sees(call->getConstructor());
    }

    bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; } // a function of its own

private:
    bool sees(const clang::FunctionDecl* callee) {
        const bool costs =
            callee == nullptr || (callee->getBuiltinID() == 0 && !callee->isTrivial() &&
                                  !callee->isDefaulted() && !size_.is_small(*callee));
        works_ = works_ || costs;
        return !works_;
    }

    FunctionSize& size_;
    unsigned limit_;
    unsigned statements_ = 0;
    bool works_ = false;
};

} // namespace

bool FunctionSize::is_small(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition)) {
        return false;
    }
    const auto [entry, is_new] = known_.emplace(definition, false); // a recursive one is not small
    if (!is_new) {
        return entry->second;
    }
    Work work(*this, limit_);
    work.TraverseStmt(definition->getBody());
    return known_[definition] = work.is_little();
}

} // namespace proxima::gen
