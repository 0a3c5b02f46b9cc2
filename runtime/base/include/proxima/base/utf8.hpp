// Makes text UTF-8, for names from outside.
//
//     std::cout << base::utf8_text("caf\xe9") << '\n';
//
// Thread safety: thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace proxima::base {

/// The text, with U+FFFD for bytes that are not UTF-8, as in the JSON files of a run.
std::string utf8_text(std::string_view text);

} // namespace proxima::base
