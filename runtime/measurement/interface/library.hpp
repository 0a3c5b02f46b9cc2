// Finds and opens the shared library of an implementation.
#pragma once

#include <proxima/measurement/implementation.hpp>

#include <string>
#include <string_view>

namespace proxima::measurement {

using EntryPoint = decltype(&proxima_measurement_1);

struct Library {
    std::string name; // or the path
    std::string options;
    EntryPoint entry = nullptr; // null: `error` says why
    std::string error;
};

// `specification` as described in proxima/measurement/connect.hpp. The library stays loaded.
Library find_library(std::string_view specification);

// Either an implementation or one line that says why there is none.
struct Opened {
    Implementation* implementation = nullptr;
    std::string error;
};

// At most once for each entry point.
Opened open(const Library& library);

} // namespace proxima::measurement
