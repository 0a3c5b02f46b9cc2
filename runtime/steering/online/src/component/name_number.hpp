// Numbers that stand for names where ranks share only numbers.
#pragma once

#include <cstdint>
#include <string_view>

namespace proxima::online {

// Returns a whole number that a double holds exactly: 52 bits of FNV-1a.
inline double number_of(std::string_view name) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char character : name) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
    }
    return static_cast<double>((hash >> 12U) | 1U);
}

} // namespace proxima::online
