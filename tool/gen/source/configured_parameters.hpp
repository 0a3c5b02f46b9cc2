// Parameters of functions that the configuration names.
#pragma once

#include "source/places.hpp"

#include <clang/AST/Decl.h>

namespace proxima::gen {

// Gives a place the parameters of the last rule that names its function, `ns::f` or `ns::f(int)`.
// Their types are not known yet. Throws base::Error that points into the configuration.
void configure_parameters(const std::vector<ParameterRule>& rules,
                          const clang::FunctionDecl& function, SourcePlace& place);

} // namespace proxima::gen
