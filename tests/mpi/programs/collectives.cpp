#include "collectives.hpp"

#include <mpi.h>
#include <numeric>
#include <vector>

namespace programs {

namespace {

using expectation::Bytes;
using expectation::Uses;

constexpr int length = 10; // elements for each rank
constexpr Bytes whole = length * sizeof(int);

struct Buffers {
    Buffers(int rank_of_this, int number)
        : rank(rank_of_this), size(number), ranks(static_cast<Bytes>(number)),
          out(static_cast<std::size_t>(number * (number + length))), in(out.size()),
          counts(static_cast<std::size_t>(number)), places(counts.size()) {
        // Rank i gives or gets i + 1 elements.
        std::iota(counts.begin(), counts.end(), 1);
        std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    }

    Bytes own() const { return static_cast<Bytes>(rank + 1) * sizeof(int); }
    Bytes all() const { return ranks * (ranks + 1) / 2 * sizeof(int); }

    int rank;
    int size;
    Bytes ranks;
    std::vector<int> out;
    std::vector<int> in;
    std::vector<int> counts;
    std::vector<int> places;
};

void to_and_from_root(Uses& uses, Buffers& b) {
    const int root = b.size - 1;
    const bool is_root = b.rank == root;
    uses.count("MPI_Bcast", is_root ? whole : 0, is_root ? 0 : whole);
    MPI_Bcast(b.out.data(), length, MPI_INT, root, MPI_COMM_WORLD);
    uses.count("MPI_Reduce", whole, is_root ? whole : 0);
    MPI_Reduce(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    uses.count("MPI_Gather", whole, is_root ? b.ranks * whole : 0);
    MPI_Gather(b.out.data(), length, MPI_INT, b.in.data(), length, MPI_INT, root, MPI_COMM_WORLD);
    // What the root has is where it belongs, and does not move.
    uses.count("MPI_Gather", is_root ? 0 : whole, is_root ? b.ranks * whole : 0);
    MPI_Gather(is_root ? MPI_IN_PLACE : b.out.data(), length, is_root ? MPI_DATATYPE_NULL : MPI_INT,
               b.in.data(), length, MPI_INT, root, MPI_COMM_WORLD);
    uses.count("MPI_Gatherv", b.own(), is_root ? b.all() : 0);
    MPI_Gatherv(b.out.data(), b.rank + 1, MPI_INT, b.in.data(), b.counts.data(), b.places.data(),
                MPI_INT, root, MPI_COMM_WORLD);
    uses.count("MPI_Scatter", is_root ? b.ranks * whole : 0, whole);
    MPI_Scatter(b.out.data(), length, MPI_INT, b.in.data(), length, MPI_INT, root, MPI_COMM_WORLD);
    uses.count("MPI_Scatterv", is_root ? b.all() : 0, b.own());
    MPI_Scatterv(b.out.data(), b.counts.data(), b.places.data(), MPI_INT, b.in.data(), b.rank + 1,
                 MPI_INT, root, MPI_COMM_WORLD);
}

void to_all(Uses& uses, Buffers& b) {
    uses.count("MPI_Barrier");
    MPI_Barrier(MPI_COMM_WORLD);
    uses.count("MPI_Allreduce", whole, whole);
    MPI_Allreduce(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    uses.count("MPI_Allreduce", whole, whole);
    MPI_Allreduce(MPI_IN_PLACE, b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    uses.count("MPI_Allgather", whole, b.ranks * whole);
    MPI_Allgather(b.out.data(), length, MPI_INT, b.in.data(), length, MPI_INT, MPI_COMM_WORLD);
    uses.count("MPI_Allgather", whole, b.ranks * whole);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b.in.data(), length, MPI_INT, MPI_COMM_WORLD);
    uses.count("MPI_Allgatherv", b.own(), b.all());
    MPI_Allgatherv(b.out.data(), b.rank + 1, MPI_INT, b.in.data(), b.counts.data(), b.places.data(),
                   MPI_INT, MPI_COMM_WORLD);
    uses.count("MPI_Alltoall", b.ranks * whole, b.ranks * whole);
    MPI_Alltoall(b.out.data(), length, MPI_INT, b.in.data(), length, MPI_INT, MPI_COMM_WORLD);
    uses.count("MPI_Scan", whole, whole);
    MPI_Scan(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    uses.count("MPI_Exscan", whole, whole);
    MPI_Exscan(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    uses.count("MPI_Reduce_scatter", b.all(), b.own());
    MPI_Reduce_scatter(b.out.data(), b.in.data(), b.counts.data(), MPI_INT, MPI_SUM,
                       MPI_COMM_WORLD);
    uses.count("MPI_Reduce_scatter_block", b.ranks * whole, whole);
    MPI_Reduce_scatter_block(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

void with_counts_of_their_own(Uses& uses, Buffers& b) {
    // To each rank as many as it gives to this one: one more than its number.
    const std::vector<int> sends(b.counts.size(), b.rank + 1);
    std::vector<int> send_places(b.counts.size());
    std::exclusive_scan(sends.begin(), sends.end(), send_places.begin(), 0);
    uses.count("MPI_Alltoallv", b.ranks * b.own(), b.all());
    MPI_Alltoallv(b.out.data(), sends.data(), send_places.data(), MPI_INT, b.in.data(),
                  b.counts.data(), b.places.data(), MPI_INT, MPI_COMM_WORLD);
    const std::vector<MPI_Datatype> types(b.counts.size(), MPI_INT);
    std::vector<int> in_places(b.places);
    for (std::size_t i = 0; i < in_places.size(); ++i) {
        in_places[i] *= static_cast<int>(sizeof(int));
        send_places[i] *= static_cast<int>(sizeof(int));
    }
    uses.count("MPI_Alltoallw", b.ranks * b.own(), b.all());
    MPI_Alltoallw(b.out.data(), sends.data(), send_places.data(), types.data(), b.in.data(),
                  b.counts.data(), in_places.data(), types.data(), MPI_COMM_WORLD);
}

void without_waiting(Uses& uses, Buffers& b) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto wait = [&] {
        uses.count("MPI_Wait");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    };
    uses.count("MPI_Iallreduce", whole, whole);
    MPI_Iallreduce(b.out.data(), b.in.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait();
    uses.count("MPI_Ibarrier");
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait();
    uses.count("MPI_Ialltoall", b.ranks * whole, b.ranks * whole);
    MPI_Ialltoall(b.out.data(), length, MPI_INT, b.in.data(), length, MPI_INT, MPI_COMM_WORLD,
                  &request);
    wait();
}

void between_neighbours(Uses& uses, Buffers& b) {
    MPI_Comm line = MPI_COMM_NULL;
    const int periodic = 1;
    uses.count("MPI_Cart_create");
    MPI_Cart_create(MPI_COMM_WORLD, 1, &b.size, &periodic, 0, &line);
    uses.count("MPI_Neighbor_allgather", whole, 2 * whole);
    std::vector<int> in(2 * length);
    MPI_Neighbor_allgather(b.out.data(), length, MPI_INT, in.data(), length, MPI_INT, line);
    uses.count("MPI_Neighbor_alltoall", 2 * whole, 2 * whole);
    const std::vector<int> out(2 * length);
    MPI_Neighbor_alltoall(out.data(), length, MPI_INT, in.data(), length, MPI_INT, line);
    uses.count("MPI_Comm_free");
    MPI_Comm_free(&line);
}

// The first and the last rank have one neighbour less.
void between_neighbours_of_a_line(Uses& uses, Buffers& b, int rank) {
    MPI_Comm line = MPI_COMM_NULL;
    const int periodic = 0;
    uses.count("MPI_Cart_create");
    MPI_Cart_create(MPI_COMM_WORLD, 1, &b.size, &periodic, 0, &line);
    const Bytes neighbours = (rank > 0 ? 1U : 0U) + (rank + 1 < b.size ? 1U : 0U);
    std::vector<int> in(2 * length);
    const std::vector<int> out(2 * length);
    uses.count("MPI_Neighbor_alltoall", neighbours * whole, neighbours * whole);
    MPI_Neighbor_alltoall(out.data(), length, MPI_INT, in.data(), length, MPI_INT, line);
    uses.count("MPI_Comm_free");
    MPI_Comm_free(&line);
}

// Rank 0 and the others, each in a group of their own; rank 0 gives to all others.
void between_groups(Uses& uses, Buffers& b) {
    if (b.size == 1) {
        return;
    }
    const bool first = b.rank == 0;
    MPI_Comm half = MPI_COMM_NULL;
    uses.count("MPI_Comm_split");
    MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : 1, 0, &half);
    MPI_Comm both = MPI_COMM_NULL;
    uses.count("MPI_Intercomm_create");
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, first ? 1 : 0, 1, &both);
    uses.count("MPI_Bcast", first ? whole : 0, first ? 0 : whole);
    MPI_Bcast(b.out.data(), length, MPI_INT, first ? MPI_ROOT : 0, both);
    uses.count("MPI_Comm_free");
    MPI_Comm_free(&both);
    uses.count("MPI_Comm_free");
    MPI_Comm_free(&half);
}

} // namespace

void operate_together(Uses& uses, int rank, int size) {
    Buffers buffers(rank, size);
    to_and_from_root(uses, buffers);
    to_all(uses, buffers);
    with_counts_of_their_own(uses, buffers);
    without_waiting(uses, buffers);
    between_neighbours(uses, buffers);
    between_neighbours_of_a_line(uses, buffers, rank);
    between_groups(uses, buffers);
}

} // namespace programs
