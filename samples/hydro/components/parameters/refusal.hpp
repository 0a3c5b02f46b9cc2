// The error for a parameter within its limits that conflicts with another one.
#pragma once

#include <proxima/framework/error.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace hydro {

inline std::string text_of(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

inline std::string text_of(std::int64_t value) {
    return std::to_string(value);
}

inline std::string text_of(const std::string& value) {
    return '`' + value + '`';
}

// "mesh: parameter block is 12, it must be a power of two".
template <class Value>
proxima::framework::Error refusal(std::string_view instance, std::string_view parameter,
                                  const Value& value, const std::string& wanted) {
    return {proxima::framework::ErrorKind::bad_properties,
            std::string(instance) + ": parameter " + std::string(parameter) + " is " +
                text_of(value) + ", it must be " + wanted};
}

} // namespace hydro
