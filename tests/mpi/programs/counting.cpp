// A program that knows nothing of Proxima, and counts what it does with MPI itself.
#include "collectives.hpp"
#include "expectation.hpp"
#include "one_sided.hpp"
#include "point_to_point.hpp"

#include <mpi.h>

int main(int count, char** arguments) {
    expectation::Uses uses;
    uses.count("MPI_Init");
    MPI_Init(&count, &arguments);
    int rank = 0;
    uses.count("MPI_Comm_rank");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int size = 1;
    uses.count("MPI_Comm_size");
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    programs::exchange_messages(uses, rank, size);
    programs::operate_together(uses, rank, size);
    programs::reach_over(uses, rank, size);
    uses.count("MPI_Finalize");
    MPI_Finalize();
    uses.write(rank);
    return 0;
}
