// From mpi.h, parsed by Clang, to the functions that can be interposed.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "pmpi/mpi_function.hpp"

namespace proxima::gen {

// Every function with a name that begins with MPI: those with a profiling twin (P before the name)
// of the same type are functions, the rest is left out, with the reason.
MpiHeader read_mpi_functions(TranslationUnit& unit);

} // namespace proxima::gen
