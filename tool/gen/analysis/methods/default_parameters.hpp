// What the generator records of a method's arguments without configuration: scalars, enumerations,
// sizes of containers.
#pragma once

#include "model/port_model.hpp"

#include <clang/AST/DeclCXX.h>

#include <string>
#include <vector>

namespace clang {
class Sema;
} // namespace clang

namespace proxima::gen {

// Parameters to record of `declaration`. Those that only look right in the AST (a size()
// whose template may not be instantiable here) have no cpp_type yet: the parameter resolver
// compiles them and drops those that fail.
std::vector<RecordedParameter> default_parameters(const clang::CXXMethodDecl& declaration,
                                                  const PortMethod& method, clang::Sema& sema);

// The class, or the template that `type` will be an instance of, when it is known not to have the
// member; else null.
const clang::CXXRecordDecl* class_without(clang::QualType type, const std::string& name);

// Stores how a value of `type` is recorded, its C++ name and its constants in `parameter`; false
// when it cannot be recorded.
bool classify_value(clang::QualType type, const clang::ASTContext& context,
                    RecordedParameter& parameter);

} // namespace proxima::gen
