// Finds the arguments that an expression of the configuration uses.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

// The names among `candidates` that occur in the expression as identifiers of their own: not as
// members, in qualified names, literals or comments.
std::vector<std::string> names_used(const std::string& expression,
                                    const std::vector<std::string>& candidates);

} // namespace proxima::gen
