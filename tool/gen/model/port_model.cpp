#include "model/port_model.hpp"

#include <algorithm>

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

bool wraps_something(const Method& method) {
    return !method.wrapped_port.empty() ||
           std::any_of(method.parameters.begin(), method.parameters.end(),
                       [](const Parameter& parameter) { return !parameter.wrapped_port.empty(); });
}

} // namespace proxima::gen
