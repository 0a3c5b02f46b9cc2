// Which names a formula uses, before it is known which there are.
#pragma once

#include <string>
#include <vector>

namespace proxima::study {

/// Those of variables, each once: `n` and `m` of `exp(n) + 1e3 * m`.
std::vector<std::string> names_in_formula(const std::string& formula);

} // namespace proxima::study
