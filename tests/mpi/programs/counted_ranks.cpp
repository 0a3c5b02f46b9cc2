// Counted calls in each rank, with messages between the two, until it is killed.
//
//     mpirun -n 2 counted_ranks COUNTS_FILE
#include "../../end_to_end/kill/counted_calls.hpp"

#include <cstdlib>
#include <mpi.h>
#include <string>
#include <unistd.h>

namespace {

// Before MPI is asked.
int rank_of_environment() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
        if (const char* const rank = std::getenv(name)) { // NOLINT(concurrency-mt-unsafe)
            return std::atoi(rank);
        }
    }
    return -1;
}

void exchange(int other, counted::Counts& counts) {
    int sent = 0;
    int received = 0;
    counts.mpi_begun = counts.mpi_begun + 1;
    MPI_Sendrecv(&sent, 1, MPI_INT, other, 0, &received, 1, MPI_INT, other, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    counts.mpi_returned = counts.mpi_returned + 1;
}

} // namespace

int main(int argument_count, char** arguments) {
    const int rank = rank_of_environment();
    auto* const all = argument_count > 1 && (rank == 0 || rank == 1)
                          ? counted::map_counts(arguments[1], 2)
                          : nullptr;
    if (all == nullptr) {
        return EXIT_FAILURE;
    }
    counted::Counts& counts = all[rank];
    const auto instance = counted::make_instance(("rank" + std::to_string(rank)).c_str());
    for (int i = 0; i < 100; ++i) {
        counted::call(instance, counts, 2, [] {}); // before MPI has begun
    }
    counts.process = static_cast<std::uint64_t>(getpid());
    MPI_Init(&argument_count, &arguments);
    for (;;) {
        counted::call(instance, counts, 2, [&] { exchange(1 - rank, counts); });
    }
}
