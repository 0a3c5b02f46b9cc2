// Finds and opens the shared library of an implementation.
#pragma once

#include <proxima/measurement/implementation.hpp>

#include <string>
#include <string_view>

namespace proxima::measurement {

// Either an implementation or one line that says why there is none.
struct Opened {
    Implementation* implementation = nullptr;
    std::string error;
};

// `specification` as described in proxima/measurement/connect.hpp. The library stays loaded.
Opened open_library(std::string_view specification);

} // namespace proxima::measurement
