// The model of MPI's functions: plain data between reading mpi.h and the templates.
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
    datatype,     // one, by value
    communicator, // one, by value
    window,       // one, by value
    requests,     // an array, or a place for one
    statuses      // an array, or a place for one
};

struct MpiParameter {
    std::string name;     // declared name, or arg1, arg2, ... if unnamed
    std::string declared; // printed with its name as the declarator
    MpiType type = MpiType::other;
};

// One function MPI_X that has a PMPI_X of the same type.
struct MpiFunction {
    std::string name;
    std::string result; // the type, printed
    std::vector<MpiParameter> parameters;
    bool variadic = false; // wrappers drop arguments behind the named ones
};

} // namespace proxima::gen
