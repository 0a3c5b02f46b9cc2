// Parameters that are recorded without configuration: scalars, enumerations, sizes of containers.
#pragma once

#include "model/port_model.hpp"

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace clang {
class Sema;
} // namespace clang

namespace proxima::gen {

// Parameters to record of `function`, whose parameters have these names. Those that only look right
// in the AST (a size() whose template may not be instantiable here) have no cpp_type yet: the
// parameter resolver compiles them and drops those that fail.
std::vector<RecordedParameter> default_parameters(const clang::FunctionDecl& function,
                                                  const std::vector<std::string>& names,
                                                  clang::Sema& sema);

// The class of `type`, or the template that it will be an instance of, if that certainly lacks the
// member; else null.
const clang::CXXRecordDecl* class_without(clang::QualType type, const std::string& name);

// Stores the kind, the C++ name and the constants of a value of `type` in `parameter`. Returns
// false if it cannot be recorded.
bool classify_value(clang::QualType type, const clang::ASTContext& context,
                    RecordedParameter& parameter);

} // namespace proxima::gen
