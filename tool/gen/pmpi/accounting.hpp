// Decides what a wrapper counts: bytes, partners, operations in flight.
#pragma once

#include "pmpi/mpi_function.hpp"

#include <map>
#include <string>
#include <vector>

namespace proxima::gen {

// C++ statements of a wrapper, over its parameters, `call` (proxima/mpi/call.hpp) and `outcome`.
struct Accounting {
    std::vector<std::string> always;              // run first, even if unmeasured
    std::vector<std::string> before;              // run before the clock starts
    std::vector<std::string> after;               // run after the clock has stopped
    std::vector<std::string> after_success;       // run then if MPI reports success
    std::map<std::string, std::string> arguments; // passed instead of parameters, by name
    bool is_lifecycle = false; // begins or ends MPI, so it acts even if unmeasured
    bool is_timed = true;      // false: `before` counts the call itself
};

// Derives the roles of parameters from their types and their names in the MPI standard.
Accounting account_for(const MpiFunction& function);

} // namespace proxima::gen
