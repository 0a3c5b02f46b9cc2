#include <proxima/mpi/communicator.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace proxima::mpi {

namespace {

constexpr std::size_t most_communicators = 256;
constexpr std::size_t partner_slots = 4096;
constexpr std::size_t most_probes = 16;

std::string name_of(MPI_Comm handle) {
    std::array<char, MPI_MAX_OBJECT_NAME + 1> name{};
    int length = 0;
    PMPI_Comm_get_name(handle, name.data(), &length);
    return name.data();
}

int world_rank(MPI_Group group, int rank) noexcept {
    MPI_Group world = MPI_GROUP_NULL;
    int translated = MPI_UNDEFINED;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &rank, world, &translated);
    PMPI_Group_free(&world);
    return translated == MPI_UNDEFINED ? -1 : translated;
}

// Neighbours in the topology, in the order in which neighbourhood collectives count them.
void count_neighbours(MPI_Comm handle, Communicator& communicator) noexcept {
    int topology = MPI_UNDEFINED;
    PMPI_Topo_test(handle, &topology);
    int neighbours = 0;
    int weighted = 0;
    if (topology == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(handle, &communicator.sources, &communicator.destinations,
                                        &weighted);
        return;
    }
    if (topology == MPI_CART) {
        PMPI_Cartdim_get(handle, &neighbours);
        neighbours *= 2;
    } else if (topology == MPI_GRAPH) {
        PMPI_Graph_neighbors_count(handle, communicator.rank, &neighbours);
    }
    communicator.sources = communicator.destinations = neighbours;
}

Communicator describe(MPI_Comm handle) {
    Communicator communicator;
    int inter = 0;
    PMPI_Comm_test_inter(handle, &inter);
    communicator.inter = inter != 0;
    communicator.name = name_of(handle);
    PMPI_Comm_size(handle, &communicator.size);
    PMPI_Comm_rank(handle, &communicator.rank);
    communicator.peers = communicator.size;
    if (communicator.inter) {
        PMPI_Comm_remote_size(handle, &communicator.peers);
        PMPI_Comm_remote_group(handle, &communicator.partners);
    } else {
        PMPI_Comm_group(handle, &communicator.partners);
        count_neighbours(handle, communicator);
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

std::uint64_t Communicators::freed_count = 0;

Communicators::Communicators() {
    others_.name = "others";
    others_.size = 0;
}

Communicator& Communicators::add(Communicator described) {
    const auto known = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const auto& row) { return is_same(*row, described); });
    if (known != rows_.end()) {
        if (described.partners != MPI_GROUP_NULL && described.partners != (*known)->partners) {
            PMPI_Group_free(&described.partners);
        }
        return **known;
    }
    if (rows_.size() == most_communicators) {
        return others_;
    }
    rows_.push_back(std::make_unique<Communicator>(std::move(described)));
    return *rows_.back();
}

Communicator& Communicators::look_up(MPI_Comm handle) noexcept {
    const std::uint64_t now = freed();
    if (now != freed_) {
        known_.clear();
        freed_ = now;
    }
    Communicator* const* const known = known_.find(handle);
    try {
        last_ = known != nullptr ? *known : &add(describe(handle));
    } catch (const std::bad_alloc&) {
        return others_;
    }
    known_.put(handle, last_);
    last_handle_ = handle;
    return *last_;
}

Communicator& Communicators::like(const Communicator& other) noexcept {
    try {
        Communicator described = other;
        described.last_partner = nullptr;
        described.calls = described.ticks = described.sent = described.received = 0;
        return add(std::move(described));
    } catch (const std::bad_alloc&) {
        return others_;
    }
}

Partner& Communicators::look_up(Communicator& communicator, int rank) noexcept {
    try {
        partners_.resize(partner_slots); // once: nothing moves later
    } catch (const std::bad_alloc&) {
        return other_partners_;
    }
    const std::uint64_t key =
        reinterpret_cast<std::uintptr_t>(&communicator) + static_cast<std::uint64_t>(rank);
    for (std::size_t probe = 0; probe < most_probes; ++probe) {
        Partner& partner = partners_[((spread(key) >> 32U) + probe) % partner_slots];
        if (partner.communicator == nullptr) {
            partner.communicator = &communicator;
            partner.rank = rank;
            partner.world_rank = world_rank(communicator.partners, rank);
        }
        if (partner.communicator == &communicator && partner.rank == rank) {
            communicator.last_partner = &partner;
            return partner;
        }
    }
    return other_partners_;
}

} // namespace proxima::mpi
