#include "source/outer_loops.hpp"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

namespace proxima::gen {
namespace {

// True if a label, or a case of a switch around the loop, is inside: a jump may enter there.
class Entries : public clang::RecursiveASTVisitor<Entries> {
public:
    bool VisitLabelStmt(clang::LabelStmt*) { return found(); }
    bool TraverseSwitchStmt(clang::SwitchStmt* statement) {
        ++switches_;
        const bool more = clang::RecursiveASTVisitor<Entries>::TraverseSwitchStmt(statement);
        --switches_;
        return more;
    }
    bool VisitSwitchCase(clang::SwitchCase*) { return switches_ != 0 || found(); }
    bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }

    bool exist = false;

private:
    bool found() {
        exist = true;
        return false;
    }
    int switches_ = 0;
};

bool is_loop(const clang::Stmt& statement) {
    return llvm::isa<clang::ForStmt>(statement) || llvm::isa<clang::WhileStmt>(statement) ||
           llvm::isa<clang::CXXForRangeStmt>(statement) || llvm::isa<clang::DoStmt>(statement);
}

bool may_be_enclosed(clang::Stmt& loop) {
    const auto* repeated = llvm::dyn_cast<clang::WhileStmt>(&loop);
    if (block_of(loop) == nullptr || (repeated != nullptr && repeated->getConditionVariable())) {
        return false;
    }
    Entries entries;
    entries.TraverseStmt(&loop);
    return !entries.exist;
}

class LoopFinder : public clang::RecursiveASTVisitor<LoopFinder> {
public:
    bool TraverseCompoundStmt(clang::CompoundStmt* block) {
        for (clang::Stmt* statement : block->body()) {
            if (is_loop(*statement) && may_be_enclosed(*statement)) {
                loops.push_back(statement);
            } else {
                TraverseStmt(statement);
            }
        }
        return true;
    }
    // Inner loops of one that is left alone are left alone, too.
    bool TraverseForStmt(clang::ForStmt*) { return true; }
    bool TraverseWhileStmt(clang::WhileStmt*) { return true; }
    bool TraverseDoStmt(clang::DoStmt*) { return true; }
    bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt*) { return true; }
    bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }

    std::vector<const clang::Stmt*> loops;
};

class Names : public clang::RecursiveASTVisitor<Names> {
public:
    bool VisitNamedDecl(clang::NamedDecl* declared) {
        names.push_back(declared->getNameAsString());
        return true;
    }

    std::vector<std::string> names;
};

} // namespace

std::vector<std::string> names_declared_in(clang::Stmt& body) {
    Names found;
    found.TraverseStmt(&body);
    return found.names;
}

std::vector<const clang::Stmt*> outer_loops(clang::Stmt& body) {
    LoopFinder finder;
    finder.TraverseStmt(&body);
    return finder.loops;
}

const clang::CompoundStmt* block_of(const clang::Stmt& loop) {
    const clang::Stmt* body = nullptr;
    if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop)) {
        body = counted->getBody();
    } else if (const auto* ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(&loop)) {
        body = ranged->getBody();
    } else if (const auto* repeated = llvm::dyn_cast<clang::WhileStmt>(&loop)) {
        body = repeated->getBody();
    }
    return llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
}

} // namespace proxima::gen
