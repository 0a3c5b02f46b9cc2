// How the parts of the record reader tell each other that bytes make no sense.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace proxima::rundir {

/// Thrown within the library only; the reader turns it into a message that names the file.
struct Malformed {
    Malformed(std::uint64_t where, std::string what) : offset(where), problem(std::move(what)) {}

    std::uint64_t offset; ///< within the file
    std::string problem;
};

} // namespace proxima::rundir
