// Finds the functions of mpi.h that can be interposed.
#pragma once

#include "analysis/parse/translation_unit.hpp"
#include "pmpi/mpi_function.hpp"

namespace proxima::gen {

// Reads every function with a name that begins with MPI, sorted by name. Leaves out those without a
// profiling twin (P before the name) of the same type.
std::vector<MpiFunction> read_mpi_functions(TranslationUnit& unit);

} // namespace proxima::gen
