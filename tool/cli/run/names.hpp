// Finding what somebody meant by a name.
#pragma once

#include "common/glob.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::cli {

using tool::matches_glob;

/// True if `wanted` is `name` itself, its end after a separator (`eval_f`, `TNLP::eval_f`), or a
/// glob that matches it.
bool selects(std::string_view wanted, std::string_view name);

/// The candidates that differ least from `wanted`, best first, at most `most`; none that differ in
/// most letters.
std::vector<std::string> nearest(std::string_view wanted,
                                 const std::vector<std::string>& candidates, std::size_t most);

} // namespace proxima::cli
