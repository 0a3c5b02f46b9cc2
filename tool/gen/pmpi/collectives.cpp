#include "pmpi/collectives.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace proxima::gen {
namespace {

// MPI_IN_PLACE makes the send arguments meaningless: the data lies in the receive buffer, or does
// not move.
constexpr std::array<Collective, 22> collectives{{
    {"Allgather",
     "in_place(sendbuf) ? call.bytes(recvcount, recvtype) : call.bytes(sendcount, sendtype)",
     "call.bytes(recvcount, recvtype) * group.peers()"},
    {"Allgatherv",
     "in_place(sendbuf) ? call.bytes(recvcounts[group.rank()], recvtype) : "
     "call.bytes(sendcount, sendtype)",
     "call.bytes(recvcounts, recvtype, group.peers())"},
    {"Allreduce", "call.bytes(count, datatype)", "call.bytes(count, datatype)"},
    {"Alltoall",
     "(in_place(sendbuf) ? call.bytes(recvcount, recvtype) : call.bytes(sendcount, sendtype)) * "
     "group.peers()",
     "call.bytes(recvcount, recvtype) * group.peers()"},
    {"Alltoallv",
     "in_place(sendbuf) ? call.bytes(recvcounts, recvtype, group.peers()) : "
     "call.bytes(sendcounts, sendtype, group.peers())",
     "call.bytes(recvcounts, recvtype, group.peers())"},
    {"Alltoallw",
     "in_place(sendbuf) ? call.bytes(recvcounts, recvtypes, group.peers()) : "
     "call.bytes(sendcounts, sendtypes, group.peers())",
     "call.bytes(recvcounts, recvtypes, group.peers())"},
    {"Barrier", "0", "0"},
    {"Bcast", "group.is_root(root) ? call.bytes(count, datatype) : 0",
     "group.is_leaf(root) ? call.bytes(count, datatype) : 0"},
    {"Exscan", "call.bytes(count, datatype)", "call.bytes(count, datatype)"},
    {"Gather",
     "group.contributes(root) && !in_place(sendbuf) ? call.bytes(sendcount, sendtype) : 0",
     "group.is_root(root) ? call.bytes(recvcount, recvtype) * group.peers() : 0"},
    {"Gatherv",
     "group.contributes(root) && !in_place(sendbuf) ? call.bytes(sendcount, sendtype) : 0",
     "group.is_root(root) ? call.bytes(recvcounts, recvtype, group.peers()) : 0"},
    {"Neighbor_allgather", "call.bytes(sendcount, sendtype)",
     "call.bytes(recvcount, recvtype) * group.sources()"},
    {"Neighbor_allgatherv", "call.bytes(sendcount, sendtype)",
     "call.bytes(recvcounts, recvtype, group.sources())"},
    {"Neighbor_alltoall", "call.bytes(sendcount, sendtype) * group.destinations()",
     "call.bytes(recvcount, recvtype) * group.sources()"},
    {"Neighbor_alltoallv", "call.bytes(sendcounts, sendtype, group.destinations())",
     "call.bytes(recvcounts, recvtype, group.sources())"},
    {"Neighbor_alltoallw", "call.bytes(sendcounts, sendtypes, group.destinations())",
     "call.bytes(recvcounts, recvtypes, group.sources())"},
    {"Reduce", "group.contributes(root) ? call.bytes(count, datatype) : 0",
     "group.is_root(root) ? call.bytes(count, datatype) : 0"},
    {"Reduce_scatter", "call.bytes(recvcounts, datatype, group.size())",
     "call.bytes(recvcounts[group.rank()], datatype)"},
    {"Reduce_scatter_block", "call.bytes(recvcount, datatype) * group.size()",
     "call.bytes(recvcount, datatype)"},
    {"Scan", "call.bytes(count, datatype)", "call.bytes(count, datatype)"},
    {"Scatter", "group.is_root(root) ? call.bytes(sendcount, sendtype) * group.peers() : 0",
     "group.contributes(root) && !in_place(recvbuf) ? call.bytes(recvcount, recvtype) : 0"},
    {"Scatterv", "group.is_root(root) ? call.bytes(sendcounts, sendtype, group.peers()) : 0",
     "group.contributes(root) && !in_place(recvbuf) ? call.bytes(recvcount, recvtype) : 0"},
}};

void remove_suffix(std::string& text, std::string_view suffix) {
    if (text.ends_with(suffix)) {
        text.resize(text.size() - suffix.size());
    }
}

// Name of the operation: Allgatherv for MPI_Iallgatherv_c and MPI_Allgatherv_init.
std::string collective_name(std::string_view function) {
    std::string name(function.substr(function.find('_') + 1));
    remove_suffix(name, "_c");
    remove_suffix(name, "_init");
    if (name.size() > 1 && name[0] == 'I' && std::islower(static_cast<unsigned char>(name[1]))) {
        name.erase(0, 1);
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    }
    return name;
}

} // namespace

const Collective* find_collective(std::string_view function) {
    const std::string name = collective_name(function);
    const auto* const found =
        std::find_if(collectives.begin(), collectives.end(),
                     [&](const Collective& collective) { return collective.name == name; });
    return found == collectives.end() ? nullptr : &*found;
}

} // namespace proxima::gen
