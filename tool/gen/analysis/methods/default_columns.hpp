// What is recorded of a method's arguments when nobody says otherwise: scalars, enumerations, sizes
// of containers.
#pragma once

#include "model/port_model.hpp"

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace clang {
class Sema;
} // namespace clang

namespace proxima::gen {

/// Columns for the arguments of `declaration`. Those that only look right in the AST (a size()
/// whose template may not be instantiable here) come without a cpp_type: the column resolver tries
/// them and drops those that do not compile.
std::vector<Column> default_columns(const clang::CXXMethodDecl& declaration, const Method& method,
                                    clang::Sema& sema);

/// The class, or the template that `type` will be an instance of, when it is known not to have the
/// member; else null.
const clang::CXXRecordDecl* class_without(clang::QualType type, const std::string& name);

/// The column type for a value of `type`, with its C++ name and constants, in `column`; false when
/// it has none.
bool classify_value(clang::QualType type, const clang::ASTContext& context, Column& column);

} // namespace proxima::gen
