// The machine, as run.json describes it.
#pragma once

#include <cstdint>
#include <string>

namespace proxima::format {

/// Zero and empty: not known.
struct Machine {
    std::string processor;        ///< model: `AMD EPYC 9654`
    std::uint64_t processors = 0; ///< logical ones
    std::uint64_t memory_bytes = 0;
    std::string system; ///< `Linux 6.1.0`
    std::string host;
};

Machine this_machine();

} // namespace proxima::format
