// A library that calls MPI for a program that does not.
#include <cstdio>
#include <mpi.h>

extern "C" void work() {
    MPI_Init(nullptr, nullptr);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double sum = 0;
    for (int i = 0; i < 100; ++i) {
        const double own = rank;
        double all = 0;
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
    }
    if (rank == 0) {
        std::printf("%g\n", sum);
    }
    MPI_Finalize();
}
