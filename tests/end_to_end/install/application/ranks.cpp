#include <mpi.h>

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    for (int i = 0; i < 10; ++i) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
