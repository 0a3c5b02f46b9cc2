#include "slow_way.hpp"

#include <proxima/mpi/communicator.hpp>

#include <algorithm>
#include <array>

namespace proxima::mpi {

namespace {

constexpr std::size_t most_probes = 16;

void copy_name(MPI_Comm handle, Communicator& communicator) noexcept {
    std::array<char, MPI_MAX_OBJECT_NAME + 1> name{};
    int length = 0;
    PMPI_Comm_get_name(handle, name.data(), &length);
    const std::size_t room = communicator.name.size() - 1;
    std::copy_n(name.data(), std::min(room, name.size() - 1), communicator.name.data());
}

int world_rank(MPI_Group group, int rank) noexcept {
    MPI_Group world = MPI_GROUP_NULL;
    int translated = MPI_UNDEFINED;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&world);
    return translated == MPI_UNDEFINED ? -1 : translated;
}

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

Communicator describe(MPI_Comm handle) noexcept {
    Communicator communicator;
    communicator.used = 1;
    copy_name(handle, communicator);
    const Members members = members_of(handle);
    communicator.size = members.size;
    communicator.rank = members.rank;
    communicator.inter = members.inter;
    communicator.peers = members.peers;
    communicator.sources = members.sources;
    communicator.destinations = members.destinations;
    if (communicator.inter != 0) {
        PMPI_Comm_remote_group(handle, &communicator.partners);
    } else {
        PMPI_Comm_group(handle, &communicator.partners);
    }
    communicator.first = world_rank(communicator.partners, 0);
    communicator.last = world_rank(communicator.partners, communicator.peers - 1);
    return communicator;
}

bool is_same(const Communicator& left, const Communicator& right) noexcept {
    return left.size == right.size && left.peers == right.peers && left.rank == right.rank &&
           left.first == right.first && left.last == right.last && left.inter == right.inter &&
           left.sources == right.sources && left.destinations == right.destinations &&
           left.name == right.name;
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

std::uint64_t Communicators::freed_count = 0;

Communicators::Communicators(const UseTable& table) noexcept
    : rows_(table.communicator_rows()), partners_(table.partner_rows()) {
    constexpr std::array<char, 7> name{'o', 't', 'h', 'e', 'r', 's'};
    Communicator& others = rows_[UseTable::communicators];
    others = Communicator();
    others.used = 1;
    std::copy(name.begin(), name.end(), others.name.begin());
    Partner& other_partners = partners_[UseTable::partners];
    other_partners = Partner();
    other_partners.communicator = &others;
}

Communicator& Communicators::add(const Communicator& described) noexcept {
    Communicator* const end = rows_ + UseTable::communicators;
    Communicator* const row = std::find_if(
        rows_, rows_ + used_, [&](const Communicator& known) { return is_same(known, described); });
    if (row == rows_ + used_ && row != end) {
        *row = described;
        ++used_;
    }
    return *row; // possibly that of all others
}

Communicator& Communicators::add(MPI_Comm handle) noexcept {
    const SlowWay slow_way;
    Communicator described = describe(handle);
    const std::size_t before = used_;
    Communicator& row = add(described);
    if (used_ == before) { // its row keeps the group that it has
        PMPI_Group_free(&described.partners);
    }
    return row;
}

Communicator& Communicators::look_up(MPI_Comm handle) noexcept {
    const std::uint64_t now = freed();
    if (now != freed_) {
        known_.clear();
        freed_ = now;
    }
    Communicator* const* const known = known_.find(handle);
    last_ = known != nullptr ? *known : &add(handle);
    known_.put(handle, last_);
    last_handle_ = handle;
    return *last_;
}

Communicator& Communicators::like(const Communicator& other) noexcept {
    // Not its counts, which the other thread goes on writing.
    Communicator described;
    described.used = other.used;
    described.size = other.size;
    described.first = other.first;
    described.last = other.last;
    described.inter = other.inter;
    described.rank = other.rank;
    described.peers = other.peers;
    described.sources = other.sources;
    described.name = other.name;
    described.destinations = other.destinations;
    described.partners = other.partners;
    return add(described);
}

Partner& Communicators::look_up(Communicator& communicator, int rank) noexcept {
    const std::uint64_t key =
        reinterpret_cast<std::uintptr_t>(&communicator) + static_cast<std::uint64_t>(rank);
    for (std::size_t probe = 0; probe < most_probes; ++probe) {
        Partner& partner = partners_[((spread(key) >> 32U) + probe) % UseTable::partners];
        if (partner.communicator == nullptr) {
            partner = Partner();
            partner.communicator = &communicator;
            partner.rank = rank;
            partner.world_rank = world_rank(communicator.partners, rank);
        }
        if (partner.communicator == &communicator && partner.rank == rank) {
            communicator.last_partner = &partner;
            return partner;
        }
    }
    return partners_[UseTable::partners];
}

} // namespace proxima::mpi
