// A job that spawns two others, which spawn none, and exchanges a number with each; prints the sum
// of the answers, or that this MPI cannot spawn.
#include <cstdio>
#include <mpi.h>

namespace {

int rank = 0;

int answer_of(MPI_Comm children) {
    const int number = 20;
    int answer = 0;
    MPI_Bcast(const_cast<int*>(&number), 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL,
              children);
    MPI_Allreduce(&number, &answer, 1, MPI_INT, MPI_SUM, children);
    MPI_Comm_disconnect(&children);
    return answer;
}

int spawn(char* program) {
    MPI_Comm children = MPI_COMM_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                       MPI_ERRCODES_IGNORE) != MPI_SUCCESS) {
        return -1;
    }
    const int first = answer_of(children);
    char* programs[] = {program, program};
    const int sizes[] = {1, 2};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm_spawn_multiple(2, programs, MPI_ARGVS_NULL, sizes, infos, 0, MPI_COMM_WORLD, &children,
                            MPI_ERRCODES_IGNORE);
    return first + answer_of(children);
}

} // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm parent = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        int number = 0;
        int sum = 0;
        MPI_Bcast(&number, 1, MPI_INT, 0, parent);
        MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, parent);
        MPI_Comm_disconnect(&parent);
    } else if (const int sum = spawn(arguments[0]); rank == 0) {
        std::puts(sum < 0 ? "cannot spawn" : sum == 100 ? "right" : "wrong");
    }
    MPI_Finalize();
}
