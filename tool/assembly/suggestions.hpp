// What somebody may have meant, for messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proxima::assembly {

/// "; did you mean connect?", or "; `what` are a, b, c".
std::string instead(std::string_view wanted, const std::vector<std::string>& known,
                    std::string_view what);

} // namespace proxima::assembly
