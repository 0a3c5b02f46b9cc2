// Preloaded between libproxima_mpi and an MPI: rank $LATE_RANK comes out of MPI_Init some seconds
// after the others. At the end no message may be left that the application could receive.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mpi.h>
#include <thread>

namespace {

template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

int number(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? -1 : std::atoi(text);
}

} // namespace

int PMPI_Init(int* count, char*** arguments) {
    const int outcome = next(&PMPI_Init, "PMPI_Init")(count, arguments);
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == number("LATE_RANK")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(number("LATE_MS")));
    }
    return outcome;
}

int PMPI_Finalize() {
    int is_there = 0;
    PMPI_Barrier(MPI_COMM_WORLD);
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (is_there != 0) {
        std::fprintf(stderr, "a message is left\n");
    }
    return next(&PMPI_Finalize, "PMPI_Finalize")();
}
