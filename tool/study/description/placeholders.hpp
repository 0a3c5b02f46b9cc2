// `{name}` in texts of a study file.
#pragma once

#include "study.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace proxima::study {

/// The names between braces, once each; `{{name}}` and braces around other things are no
/// placeholders.
std::vector<std::string> placeholders_in(std::string_view text);

/// `text` with `{name}` replaced by its value, and `{{name}}` by `{name}`. Names that are not known
/// stay.
std::string filled_in(std::string_view text, const Settings& values);

} // namespace proxima::study
