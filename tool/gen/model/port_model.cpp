#include "model/port_model.hpp"

namespace proxima::gen {

std::string to_string(const SourcePosition& position) {
    if (position.file.empty()) {
        return {};
    }
    std::string text = position.file + ":" + std::to_string(position.line);
    if (position.column != 0) {
        text += ":" + std::to_string(position.column);
    }
    return text;
}

} // namespace proxima::gen
