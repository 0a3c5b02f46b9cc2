// The templates of /templates, compiled in. The definitions are written by the build.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace proxima::gen {

// All templates by name, without their last newline.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_templates();

// Throws std::out_of_range for an unknown name.
std::string_view embedded_template(std::string_view name);

} // namespace proxima::gen
