// Checks the text of an expression before it is parsed.
#pragma once

#include <string_view>

namespace proxima::fit {

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr const char* name_characters =
    "0123456789_.ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// Throws ExpressionError if `text` is too long, nested too deeply, or has characters that no
// expression has. muParser would take assignments and texts, and is not bounded.
void check_text(std::string_view text);

} // namespace proxima::fit
