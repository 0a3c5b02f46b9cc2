// What the generator knows of an MPI function: plain data between the reading of mpi.h and the
// templates.
#pragma once

#include "model/port_model.hpp"

#include <string>
#include <vector>

namespace proxima::gen {

// The use of a parameter, by its C type.
enum class MpiType {
    other,
    integer,      // int, MPI_Count or MPI_Aint, by value
    integers,     // an array of these, or a place for one
    read_only,    // const void*: a buffer that MPI reads
    written,      // void*: a buffer that MPI may write
    datatype,     // by value
    communicator, // by value
    requests,     // an array, or a place for one
    statuses      // an array, or a place for one
};

struct MpiParameter {
    std::string name;     // of the wrapper's; as declared, or arg1, arg2, ... where it is not
    std::string declared; // printed with its name as the declarator
    MpiType type = MpiType::other;
};

// One function MPI_X that has a PMPI_X of the same type.
struct MpiFunction {
    std::string name;
    std::string result; // the type, printed
    std::vector<MpiParameter> parameters;
    bool variadic = false; // what follows the named parameters is not passed on
    SourcePosition position;
};

// One function that gets no wrapper.
struct MpiLeftOut {
    std::string name;
    std::string reason;
    SourcePosition position;
};

struct MpiHeader {
    std::vector<MpiFunction> functions; // by name
    std::vector<MpiLeftOut> left_out;   // by name
};

} // namespace proxima::gen
