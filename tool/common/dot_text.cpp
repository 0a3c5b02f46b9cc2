#include "common/dot_text.hpp"

namespace proxima::tool {

std::string dot_string(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
        }
        quoted += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '?' : c;
    }
    return quoted;
}

} // namespace proxima::tool
