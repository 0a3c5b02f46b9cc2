// The buffers of an MPI routine, each with its number of bytes.
#pragma once

#include "pmpi/mpi_routine.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

struct Transfer {
    bool sent = false; // MPI reads the buffer; else it writes it
    std::string bytes; // C++ text, over the parameters and `call`
};

// Empty for routines that work within the calling process.
std::vector<Transfer> transfers_of(const MpiFunction& routine);

} // namespace proxima::gen
