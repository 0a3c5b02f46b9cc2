// Bytes moved by MPI's collective operations, as C++ text over the standard's parameter names.
#pragma once

#include <string_view>

namespace proxima::gen {

struct Collective {
    std::string_view name;     // blocking name without MPI_
    std::string_view sent;     // bytes that the calling rank contributes
    std::string_view received; // bytes that it receives
};

// Null if the function is not collective.
const Collective* find_collective(std::string_view function);

} // namespace proxima::gen
