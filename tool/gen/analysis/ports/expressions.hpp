// Examines expressions of the configuration: the arguments that they use, and their cost.
#pragma once

#include <clang/AST/Expr.h>

#include <string>
#include <vector>

namespace clang {
class Sema;
} // namespace clang

namespace proxima::gen {

// The names among `candidates` that occur in the expression as identifiers of their own: not as
// members, in qualified names, literals or comments.
std::vector<std::string> names_used(const std::string& expression,
                                    const std::vector<std::string>& candidates);

// True if the text cannot end the parentheses that a probe or a proxy puts around it.
bool is_enclosed(const std::string& expression);

// The first part of `expression` that assigns, increments, decrements or casts `const` away; null
// if there is none.
const clang::Stmt* change_in(const clang::Stmt& expression);

// True if evaluating `value`, which a probe returns, may take longer than reading a clock: it calls
// a virtual method, or more than an accessor such as size().
bool takes_time(const clang::Expr& value);

// True if evaluating `value`, which a probe returns, may throw.
bool may_throw(const clang::Expr& value, clang::Sema& sema);

} // namespace proxima::gen
