// Message of the exception that a call throws.
#pragma once

#include <exception>
#include <string>

namespace proxima::unit {

// Returns the message of the exception that `call` throws; empty without one.
template <class Call>
std::string error_of(const Call& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

} // namespace proxima::unit
