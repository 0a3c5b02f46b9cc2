// Parses a source by Clang.
#pragma once

#include "analysis/parse/translation_unit.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::gen {

// Calls `use` with the parsed translation unit, and returns nothing; or returns Clang's first
// error. `arguments` have no source. `changed` has other texts for files that it includes, or for
// itself. What `use` throws is thrown.
std::optional<Diagnostic> parse_source(const std::string& source,
                                       const std::vector<std::string>& arguments,
                                       const std::map<std::string, std::string>& changed,
                                       const std::function<void(clang::CompilerInstance&)>& use);

} // namespace proxima::gen
