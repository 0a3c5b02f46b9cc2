// The one exception that ends a run because of what the user gave us.
#pragma once

#include "model/port_model.hpp"

#include <stdexcept>
#include <string>

namespace proxima::gen {

/// what() is the whole line to print: `file:line:column: error: what, and what to do`.
class UserError : public std::runtime_error {
public:
    explicit UserError(const std::string& message)
        : std::runtime_error("proxima-gen: error: " + message) {}
    UserError(const SourcePosition& position, const std::string& message)
        : std::runtime_error(position.file.empty() ? "proxima-gen: error: " + message
                                                   : to_string(position) + ": error: " + message) {}
};

} // namespace proxima::gen
