#include "assembly/mpi_plugin.hpp"

#include <chrono>
#include <mpi.h>
#include <thread>

namespace {

constexpr auto patience = std::chrono::seconds(10);
constexpr auto poll_interval = std::chrono::milliseconds(10);

} // namespace

#define PROXIMA_LAUNCH_API extern "C" [[gnu::visibility("default")]]

PROXIMA_LAUNCH_API bool proxima_launch_start(int* rank, int* ranks) {
    int provided = 0;
    return MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS &&
           PMPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           PMPI_Comm_size(MPI_COMM_WORLD, ranks) == MPI_SUCCESS;
}

PROXIMA_LAUNCH_API void proxima_launch_finish(int status) {
    int finalized = 0; // a component may have finalized MPI
    PMPI_Finalized(&finalized);
    if (finalized != 0) {
        return;
    }
    MPI_Request all_are_there = MPI_REQUEST_NULL;
    PMPI_Ibarrier(MPI_COMM_WORLD, &all_are_there);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    int done = 0;
    while (PMPI_Test(&all_are_there, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0) {
        if (status != 0 && std::chrono::steady_clock::now() >= deadline) {
            MPI_Abort(MPI_COMM_WORLD, status);
        }
        std::this_thread::sleep_for(poll_interval);
    }
    MPI_Finalize();
}

PROXIMA_LAUNCH_API void proxima_launch_abort(int status) {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (finalized == 0) {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
}
