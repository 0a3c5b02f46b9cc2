// Names from runs, for files that other programs show.
#pragma once

#include <string>
#include <string_view>

namespace proxima::exchange {

// What is no UTF-8 becomes U+FFFD.
std::string utf8_text(std::string_view text);

// UTF-8 without control characters: what is none becomes U+FFFD or `?`.
std::string clean_text(std::string_view text);

} // namespace proxima::exchange
