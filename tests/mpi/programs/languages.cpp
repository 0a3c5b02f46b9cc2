// One call of each kind, as in languages.F90: each language must give the same counts and bytes.
#include <mpi.h>

int main(int argc, char** argv) {
    int rank = 0, ranks = 0, level = 0, length = 0, keyval = 0, flag = 0, sum = 0;
    int a[10], b[10] = {}, c[40] = {};
    MPI_Comm part{}, copy{}, ring{}, line{};
    MPI_Datatype pair{};
    MPI_File file{};
    MPI_Message message{};
    MPI_Request requests[2] = {}, one{};
    MPI_Status state{};
    MPI_Win window{};
    char name[MPI_MAX_PROCESSOR_NAME];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int next = (rank + 1) % ranks;
    const int last = (rank + ranks - 1) % ranks;
    for (int i = 0; i < 10; ++i) {
        a[i] = rank;
    }
    MPI_Wtime();
    MPI_Get_processor_name(name, &length);

    for (int i = 1; i <= 3; ++i) {
        MPI_Irecv(b, 10, MPI_INT, last, i, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(a, 10, MPI_INT, next, i, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Irecv(b, 10, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &one);
    MPI_Send(a, 5, MPI_INT, next, 4, MPI_COMM_WORLD);
    MPI_Wait(&one, &state);
    MPI_Get_count(&state, MPI_INT, &length);
    MPI_Sendrecv(a, 2, MPI_INT, next, 5, b, 10, MPI_INT, last, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Send_init(a, 3, MPI_INT, next, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(b, 3, MPI_INT, last, 6, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 4; ++i) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Waitall(0, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Send(a, 4, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Mprobe(last, 7, MPI_COMM_WORLD, &message, &state);
    MPI_Mrecv(b, 4, MPI_INT, &message, &state);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Sendrecv(a, 2, pair, next, 8, b, 2, pair, last, 8, MPI_COMM_WORLD, &state);
    MPI_Type_free(&pair);
    MPI_Recv(b, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &state);

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(a, 5, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, b, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(a, b, 10, MPI_INT, MPI_MAX, ranks - 1, MPI_COMM_WORLD);
    MPI_Gather(a, 2, MPI_INT, c, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(c, 2, MPI_INT, b, 2, MPI_INT, 0, MPI_COMM_WORLD);
    const int different[] = {1, 2, 3, 4}, behind[] = {0, 1, 3, 6};
    MPI_Allgatherv(a, rank + 1, MPI_INT, c, different, behind, MPI_INT, MPI_COMM_WORLD);
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, c, different, behind, MPI_INT, 0, MPI_COMM_SELF);
    const int counts[] = {2, 2, 2, 2}, places[] = {0, 2, 4, 6};
    MPI_Alltoallv(a, counts, places, MPI_INT, c, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Reduce_scatter(a, b, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
    MPI_Comm_dup(part, &copy);
    MPI_Comm_set_name(copy, "copy");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    void* value = nullptr;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, nullptr);
    MPI_Comm_set_attr(copy, keyval, value);
    MPI_Comm_get_attr(copy, keyval, &value, &flag);
    MPI_Comm_delete_attr(copy, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&part);
    const int yes = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &yes, 0, &ring);
    MPI_Cart_rank(ring, &rank, &sum);
    MPI_Cart_sub(ring, &yes, &line);
    MPI_Comm_free(&line);
    MPI_Comm_free(&ring);

    MPI_Win_create(b, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(a, 3, MPI_INT, next, 0, 3, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Get(c, 2, MPI_INT, next, 0, 2, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);

    MPI_File_open(MPI_COMM_WORLD, "languages.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at(file, 40 * rank, a, 10, MPI_INT, &state);
    MPI_File_read_at_all(file, 40 * rank, b, 10, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
}
