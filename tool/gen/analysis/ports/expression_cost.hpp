// Estimates the cost of an expression of the configuration.
#pragma once

#include <clang/AST/Expr.h>

namespace proxima::gen {

// True if evaluating `value`, which a probe returns, may take longer than reading a clock: it calls
// a virtual method, or more than an accessor such as size().
bool takes_time(const clang::Expr& value);

} // namespace proxima::gen
