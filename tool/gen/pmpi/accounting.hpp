// The accounting in a wrapper: bytes, partners, operations in flight.
#pragma once

#include "pmpi/mpi_function.hpp"

#include <map>
#include <string>
#include <vector>

namespace proxima::gen {

// C++ statements of a wrapper, over its parameters, `call` (proxima/mpi/call.hpp) and `outcome`.
struct Accounting {
    std::vector<std::string> always;              // first, measured or not
    std::vector<std::string> before;              // before the clock starts
    std::vector<std::string> after;               // after the clock has stopped
    std::vector<std::string> after_success;       // then, if MPI reports success
    std::map<std::string, std::string> arguments; // passed instead of the parameter
    bool is_lifecycle = false;                    // begins or ends MPI: acts in every call
    bool is_timed = true; // of these; false: `before` counts the call itself
    std::string meaning;  // for people
};

// Roles of parameters follow from their types and from the names that the MPI standard gives
// them.
Accounting account_for(const MpiFunction& function);

} // namespace proxima::gen
