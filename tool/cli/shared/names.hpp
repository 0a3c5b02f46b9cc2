// Finds methods by parts of their names.
#pragma once

#include <string_view>

namespace proxima::cli {

/// True if `wanted` is `name` itself, its end after a separator (`eval_f`, `TNLP::eval_f`), or a
/// glob that matches it.
bool selects(std::string_view wanted, std::string_view name);

} // namespace proxima::cli
