// Recognises state outside of an object that is found by the object's address.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Stmt.h>

namespace proxima::gen {

// True for a call that gets the object's address: `states.at(this)`, `states[this]`. Operators
// other than these two compare or print.
bool is_keyed_by_this(const clang::Stmt& statement);

// True for a function that may find state by an address; casts and factories are mostly templates,
// and functions that give back an argument find nothing.
bool may_find_state(const clang::FunctionDecl& function);

} // namespace proxima::gen
