#include "library.hpp"

#include <proxima/mpi/communicator.hpp>

#include <algorithm>
#include <mutex>

namespace proxima::mpi {

namespace {

// At the border of a grid that is not periodic there is none.
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

// Neighbours in the topology, in the order in which neighbourhood collectives count them.
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

Communicator ask_mpi(MPI_Comm handle) noexcept {
    Communicator communicator;
    std::array<char, MPI_MAX_OBJECT_NAME + 1> name{};
    int length = 0;
    PMPI_Comm_get_name(handle, name.data(), &length);
    std::copy_n(name.data(), std::min(name.size(), communicator.name.size()) - 1,
                communicator.name.data());
    communicator.members = members_of(handle);
    if (communicator.members.inter != 0) {
        PMPI_Comm_remote_group(handle, &communicator.partners);
    } else {
        PMPI_Comm_group(handle, &communicator.partners);
    }
    communicator.first = world_rank(communicator.partners, 0);
    communicator.last = world_rank(communicator.partners, communicator.members.peers - 1);
    return communicator;
}

bool is_same(const Communicator& left, const Communicator& right) noexcept {
    return left.members == right.members && left.first == right.first && left.last == right.last &&
           left.name == right.name;
}

// Of the process. The last one stands for all that have no room.
struct Known {
    Known() noexcept {
        Communicator& others = communicators.back();
        others.number = most_communicators;
        const char name[] = "others";
        std::copy(std::begin(name), std::end(name), others.name.begin());
    }

    std::mutex mutex;
    std::size_t count = 0;
    std::array<Communicator, most_communicators + 1> communicators{};
};

Known& known() noexcept {
    static Known instance;
    return instance;
}

} // namespace

bool operator==(const Members& left, const Members& right) noexcept {
    return left.size == right.size && left.rank == right.rank && left.inter == right.inter &&
           left.peers == right.peers && left.sources == right.sources &&
           left.destinations == right.destinations;
}

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
    if (is_there == 0) { // sessions have none
        return -1;
    }
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&world);
    return translated == MPI_UNDEFINED ? -1 : translated;
}

const Communicator& describe(MPI_Comm handle) noexcept {
    const SlowWay slow_way;
    Communicator described = ask_mpi(handle);
    const std::lock_guard lock(known().mutex);
    const auto begin = known().communicators.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(known().count);
    const auto same = std::find_if(
        begin, end, [&](const Communicator& other) { return is_same(other, described); });
    if (same != end || known().count == most_communicators) {
        PMPI_Group_free(&described.partners);
        return same != end ? *same : known().communicators.back();
    }
    described.number = static_cast<std::uint32_t>(known().count++);
    return *end = described;
}

} // namespace proxima::mpi
