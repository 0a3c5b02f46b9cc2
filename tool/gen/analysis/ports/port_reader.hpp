// Reads a class of Clang into the port model: the methods that a proxy overrides and how it calls
// them, or the reason why it cannot.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

namespace proxima::gen {

// Reads a complete class, or the pattern of a class template. A reason against a proxy becomes the
// port's refusal. The configuration may use its name or one of `aliases`.
PortClass read_class(clang::Sema& sema, const GeneratorConfiguration& configuration,
                     const clang::CXXRecordDecl& record, const std::vector<std::string>& aliases);

} // namespace proxima::gen
