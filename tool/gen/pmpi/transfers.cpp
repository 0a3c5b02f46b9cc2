#include "pmpi/transfers.hpp"

#include <fmt/format.h>

#include <string_view>

namespace proxima::gen {
namespace {

// They have buffers, counts and datatypes, but nothing leaves the process.
bool is_local(std::string_view routine) {
    return routine.starts_with("MPI_Pack") || routine.starts_with("MPI_Unpack") ||
           routine.starts_with("MPI_Reduce_local");
}

bool names_count(std::string_view parameter) {
    return parameter.find("count") != std::string_view::npos;
}

} // namespace

// All routines of the standard agree in this order: buffers, count, datatype. A buffer without a
// count is one element.
std::vector<Transfer> transfers_of(const MpiFunction& routine) {
    std::vector<Transfer> transfers;
    if (is_local(routine.name)) {
        return transfers;
    }
    std::vector<bool> buffers; // whether they are sent
    std::string count = "1";
    for (const MpiParameter& parameter : routine.parameters) {
        if (parameter.type == MpiType::read_only || parameter.type == MpiType::written) {
            buffers.push_back(parameter.type == MpiType::read_only);
        } else if (parameter.type == MpiType::integer && parameter.name == "partitions") {
            count = "partitions * ";
        } else if (parameter.type == MpiType::integer && names_count(parameter.name)) {
            if (count == "1") {
                count.clear();
            }
            count += parameter.name;
        } else if (parameter.type == MpiType::datatype) {
            for (const bool sent : buffers) {
                transfers.push_back(
                    {sent, fmt::format("call.bytes({}, {})", count, parameter.name)});
            }
            buffers.clear();
            count = "1";
        }
    }
    return transfers;
}

} // namespace proxima::gen
