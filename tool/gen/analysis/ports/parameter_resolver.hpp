// Type-checks recorded parameters: Clang parses them where the proxy will evaluate them.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "input/configuration.hpp"
#include "model/port_model.hpp"

#include <set>
#include <vector>

namespace proxima::gen {

// Gives every measured method of `ports` its final parameters: the configured expressions where
// there are any, else the default parameters that compile. Checks the configured objects,
// constructor arguments and statements, too. Adds the positions of rules that name a method to
// `used`. Throws base::Error pointing into the configuration at the first expression that Clang
// refuses.
void resolve_parameters(TranslationUnit& unit, const GeneratorConfiguration& configuration,
                        std::vector<PortClass>& ports, std::set<SourcePosition>& used);

} // namespace proxima::gen
