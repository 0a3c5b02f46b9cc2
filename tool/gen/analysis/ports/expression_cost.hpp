#pragma once

#include <clang/AST/DeclCXX.h>

namespace proxima::gen {

// Whether evaluating the expression that `probe` returns may take longer than reading a clock: it
// calls what is virtual, or more than an accessor such as size().
bool takes_time(const clang::CXXMethodDecl& probe);

} // namespace proxima::gen
