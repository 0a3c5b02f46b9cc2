// How long the texts are that say what is measured: a definition has to fit into a ring file,
// whatever the names. They are cut before anything is written, so that all files say the same.
#pragma once

#include "run/registry.hpp"
#include "text/cut_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace proxima::detail {

// Of a name, a signature, a location.
constexpr std::size_t most_text_bytes = std::size_t{8} * 1024;

// Of all that is said of a method, without counters and constants.
constexpr std::size_t most_described_bytes = std::size_t{56} * 1024;

inline std::string limited(std::string_view text) {
    return cut_text(text, most_text_bytes);
}

// Cuts the texts of a method's columns: the longest of them as far as it takes that all fit.
void limit_columns(MethodInfo& method);

} // namespace proxima::detail
