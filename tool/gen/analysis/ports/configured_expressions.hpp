// Gives methods the expressions that the configuration has for them: parameters, and objects that
// are measured in place before or after a call. The parameter resolver type-checks them.
#pragma once

#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <set>
#include <string>
#include <vector>

namespace proxima::gen {

// Adds the positions of rules that name a method to `used`. Throws base::Error pointing into the
// configuration at an expression that names what it cannot use, and at objects of no method.
void apply_expressions(const GeneratorConfiguration& configuration, std::vector<PortClass>& ports,
                       std::set<SourcePosition>& used);

// True if a pattern, `ns::Port::apply` or `ns::Port::apply(int)`, names the method.
bool names_method(const std::string& pattern, const PortClass& port, const PortMethod& method);

} // namespace proxima::gen
