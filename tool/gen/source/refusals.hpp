// Functions into which no text can be put.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <string>

namespace proxima::gen {

// Why the function cannot be measured; empty: it can.
std::string refusal(const clang::FunctionDecl& function, const clang::SourceManager& sources);

// True if static variables may be put into its body, as for loops.
bool may_have_sites(const clang::FunctionDecl& function);

// The block of its statements, also if its body is a `try` block.
const clang::Stmt* body_of(const clang::FunctionDecl& function);

// The brace at which its statements begin.
clang::SourceLocation brace_of(const clang::FunctionDecl& function);

} // namespace proxima::gen
