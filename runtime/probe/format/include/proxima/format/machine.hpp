// The machine, as run.json describes it.
//
//     std::cout << format::this_machine().processor << '\n'; // AMD EPYC 9654
//
// Thread safety: all functions are thread-safe.
// Errors: throws only std::bad_alloc. Unknown numbers are zero, unknown texts empty.
#pragma once

#include <cstdint>
#include <string>

namespace proxima::format {

/// Hardware and system. Unknown values are zero or empty.
struct Machine {
    std::string processor;        ///< model: `AMD EPYC 9654`
    std::uint64_t processors = 0; ///< logical processors
    std::uint64_t memory_bytes = 0;
    std::string system; ///< `Linux 6.1.0`
    std::string host;
};

Machine this_machine();

} // namespace proxima::format
