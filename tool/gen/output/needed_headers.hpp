// Which headers a piece of generated text needs besides those of every proxy.
#pragma once

#include <string>
#include <vector>

namespace proxima::gen {

// In the order of inclusion, without brackets.
std::vector<std::string> headers_needed_by(const std::string& text);

} // namespace proxima::gen
