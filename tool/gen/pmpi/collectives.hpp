// Bytes moved by MPI's collective operations, as C++ text over the standard's parameter names.
#pragma once

#include <string>
#include <string_view>

namespace proxima::gen {

struct Collective {
    std::string_view name;     // without MPI_, and as if it were blocking
    std::string_view sent;     // bytes that the calling rank contributes
    std::string_view received; // bytes that it gets
};

// MPI_Iallgatherv_c and MPI_Allgatherv_init are both Allgatherv.
std::string collective_name(std::string_view function);

// Null for other functions.
const Collective* find_collective(std::string_view function);

} // namespace proxima::gen
