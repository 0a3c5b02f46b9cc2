#include "library.hpp"

#include <proxima/mpi/communicator.hpp>

#include <array>
#include <mutex>

namespace proxima::mpi {
namespace {

// Counts neighbours in a grid. A process at the border of a non-periodic grid lacks some.
void count_cartesian_neighbours(MPI_Comm handle, Members& members) noexcept {
    int dimensions = 0;
    PMPI_Cartdim_get(handle, &dimensions);
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        int before = MPI_PROC_NULL;
        int behind = MPI_PROC_NULL;
        PMPI_Cart_shift(handle, dimension, 1, &before, &behind);
        members.sources += (before != MPI_PROC_NULL ? 1 : 0) + (behind != MPI_PROC_NULL ? 1 : 0);
    }
    members.destinations = members.sources;
}

// Counts the neighbours that neighbourhood collectives use.
void count_neighbours(MPI_Comm handle, Members& members) noexcept {
    int topology = MPI_UNDEFINED;
    PMPI_Topo_test(handle, &topology);
    int neighbours = 0;
    int weighted = 0;
    if (topology == MPI_CART) {
        count_cartesian_neighbours(handle, members);
        return;
    }
    if (topology == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(handle, &members.sources, &members.destinations, &weighted);
        return;
    }
    if (topology == MPI_GRAPH) {
        PMPI_Graph_neighbors_count(handle, members.rank, &neighbours);
    }
    members.sources = members.destinations = neighbours;
}

struct KnownPartners {
    std::mutex mutex;
    std::size_t count = 0;
    std::array<Partners, 256> partners{};
};

KnownPartners& known_partners() noexcept {
    static KnownPartners instance;
    return instance;
}

bool is_same(MPI_Group left, MPI_Group right) noexcept {
    int outcome = MPI_UNEQUAL;
    PMPI_Group_compare(left, right, &outcome);
    return outcome == MPI_IDENT;
}

// Takes the ownership of the group.
const Partners* partners_of(MPI_Group group) noexcept {
    const std::lock_guard lock(known_partners().mutex);
    auto& all = known_partners().partners;
    for (std::size_t i = 0; i < known_partners().count; ++i) {
        if (is_same(all[i].group, group)) {
            PMPI_Group_free(&group);
            return &all[i];
        }
    }
    if (known_partners().count == all.size()) {
        PMPI_Group_free(&group);
        return nullptr;
    }
    const std::size_t added = known_partners().count++;
    all[added] = {static_cast<std::uint32_t>(added), group};
    return &all[added];
}

} // namespace

Members members_of(MPI_Comm handle) noexcept {
    Members members;
    PMPI_Comm_test_inter(handle, &members.inter);
    PMPI_Comm_size(handle, &members.size);
    PMPI_Comm_rank(handle, &members.rank);
    members.peers = members.size;
    if (members.inter != 0) {
        PMPI_Comm_remote_size(handle, &members.peers);
    } else {
        count_neighbours(handle, members);
    }
    return members;
}

int world_rank(MPI_Group group, int rank) noexcept {
    MPI_Group world = MPI_GROUP_NULL;
    int translated = MPI_UNDEFINED;
    int is_there = 0;
    PMPI_Initialized(&is_there);
    if (is_there == 0) { // MPI sessions have no world
        return -1;
    }
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&world);
    return translated == MPI_UNDEFINED ? -1 : translated;
}

Communicator describe(MPI_Comm handle) noexcept {
    const OverheadSection section;
    const Members members = members_of(handle);
    MPI_Group group = MPI_GROUP_NULL;
    if (members.inter != 0) {
        PMPI_Comm_remote_group(handle, &group);
    } else {
        PMPI_Comm_group(handle, &group);
    }
    return {members, partners_of(group)};
}

const Partners* partners_in(MPI_Win handle) noexcept {
    const OverheadSection section;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Win_get_group(handle, &group);
    return partners_of(group);
}

} // namespace proxima::mpi
