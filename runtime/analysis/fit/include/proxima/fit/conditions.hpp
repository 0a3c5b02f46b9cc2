// Conditions of models: which of several models is for a value of a discrete parameter.
//
//     const fit::Condition condition{"level", "1, 2, 3"};
//     std::cout << std::boolalpha << fit::holds(condition, "2") << "\n"; // true
//
// Thread safety: all functions are thread-safe.
#pragma once

#include <proxima/fit/model.hpp>

#include <string>

namespace proxima::fit {

/// True if the condition has this value: `1, 2, 3` stands for three values.
inline bool holds(const Condition& condition, const std::string& value) {
    const std::string between = ", ";
    return (between + condition.value + between).find(between + value + between) !=
           std::string::npos;
}

} // namespace proxima::fit
