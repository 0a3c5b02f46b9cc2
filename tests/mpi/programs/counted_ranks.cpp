// Counted calls in each rank, with messages between the two, until it is killed; or until rank 1
// aborts, while a second thread of each rank goes on with counted calls, too.
//
//     mpirun -n 2 counted_ranks COUNTS_FILE [abort]
#include "counted_calls.hpp"

#include <cstdlib>
#include <mpi.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

// The rank that the launcher has put into the environment, for use before MPI_Init.
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

[[noreturn]] void abort_while_a_thread_calls(int rank, counted::Counts* all) {
    const auto instance = counted::make_instance(("rank" + std::to_string(rank)).c_str());
    const auto other = counted::make_instance(("thread" + std::to_string(rank)).c_str());
    counted::Counts& of_thread = all[2 + rank];
    std::thread([&] {
        for (;;) {
            counted::call(other, of_thread, 2, [] {});
        }
    }).detach();
    for (int i = 0; i < 1000 || of_thread.outer_returned < 1000; ++i) {
        counted::call(instance, all[rank], 2, [&] { exchange(rank, all[rank]); });
    }
    if (rank == 1) {
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    for (;;) {
        pause();
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    const int rank = rank_of_environment();
    auto* const all = argument_count > 1 && (rank == 0 || rank == 1)
                          ? counted::map_counts(arguments[1], argument_count > 2 ? 4 : 2)
                          : nullptr;
    if (all == nullptr) {
        return EXIT_FAILURE;
    }
    if (argument_count > 2) {
        MPI_Init(&argument_count, &arguments);
        abort_while_a_thread_calls(rank, all);
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
