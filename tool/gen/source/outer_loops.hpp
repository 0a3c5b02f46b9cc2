// Finds the loops of a body around which a block may be put.
#pragma once

#include <clang/AST/Stmt.h>

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace proxima::gen {

// The outermost loops of `body` that stand as statements of a block and have a block as their
// body, which nothing but the loop's beginning enters. Lambdas in the body have their own.
std::vector<const clang::Stmt*> outer_loops(clang::Stmt& body);

// The names of variables and others that are declared in `body`.
std::vector<std::string> names_declared_in(clang::Stmt& body);

// The block of a loop; null: it has none.
const clang::CompoundStmt* block_of(const clang::Stmt& loop);

} // namespace proxima::gen
