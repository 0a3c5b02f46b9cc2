// Text in files for Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace proxima::tool {

/// What stands between the quotes for `text`; control characters become question marks.
std::string dot_string(std::string_view text);

} // namespace proxima::tool
