// A program that knows nothing of Proxima, and counts what it does with MPI itself: calls and bytes
// of each routine, in a file for each rank, and what it moves by one-sided operations, in another.
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <mpi.h>
#include <numeric>
#include <string>
#include <vector>

namespace {

struct Use {
    std::uint64_t calls = 0;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
};

std::map<std::string, Use> uses;

void count(const char* routine, std::uint64_t sent, std::uint64_t received) {
    Use& use = uses[routine];
    ++use.calls;
    use.sent += sent;
    use.received += received;
}

// Calls the routine, and counts the bytes that it sends and receives.
#define CALL(sent, received, routine, ...)                                                         \
    (count(#routine, static_cast<std::uint64_t>(sent), static_cast<std::uint64_t>(received)),      \
     routine(__VA_ARGS__))

// Messages and bytes of one-sided operations.
std::array<int, 4> one_sided{};

void count_access(int sent, int received) {
    one_sided[0] += sent != 0 ? 1 : 0;
    one_sided[1] += sent;
    one_sided[2] += received != 0 ? 1 : 0;
    one_sided[3] += received;
}

// The same for a one-sided operation on the window of the right neighbour.
#define ACCESS(sent, received, routine, ...)                                                       \
    (count_access(sent, received), CALL(sent, received, routine, __VA_ARGS__))

constexpr int n = 25; // elements of a message, or for each rank
const MPI_Datatype type = MPI_DOUBLE;
constexpr int bytes = n * static_cast<int>(sizeof(double));
const MPI_Comm world = MPI_COMM_WORLD;
MPI_Status* const no_status = MPI_STATUS_IGNORE;

int rank = 0;
int size = 1;
int left = 0;
int right = 0;
double* out = nullptr;
double* in = nullptr; // longer than what comes

void wait(MPI_Request& request) {
    CALL(0, 0, MPI_Wait, &request, no_status);
}

void send_blocking() {
    // Even ranks send first. In a ring of an odd number two neighbours do so: messages this short
    // do not wait for their receivers.
    if (rank % 2 == 0) {
        CALL(bytes, 0, MPI_Send, out, n, type, right, 1, world);
    }
    CALL(0, bytes, MPI_Recv, in, 2 * n, type, MPI_ANY_SOURCE, 1, world, no_status);
    if (rank % 2 != 0) {
        CALL(bytes, 0, MPI_Send, out, n, type, right, 1, world);
    }
}

void exchange_blocking() {
    CALL(0, 0, MPI_Send, out, n, type, MPI_PROC_NULL, 1, world);
    CALL(0, 0, MPI_Recv, in, n, type, MPI_PROC_NULL, 1, world, no_status);
    CALL(bytes, bytes, MPI_Sendrecv, out, n, type, right, 2, in, 2 * n, type, left, 2, world,
         no_status);
    CALL(bytes, bytes, MPI_Sendrecv_replace, out, n, type, right, 3, left, 3, world, no_status);
    // Every second of three columns: what is counted is what is moved, not what lies between.
    MPI_Datatype column = MPI_DATATYPE_NULL;
    CALL(0, 0, MPI_Type_vector, 5, 1, 3, type, &column);
    CALL(0, 0, MPI_Type_commit, &column);
    CALL(80, 80, MPI_Sendrecv, out, 2, column, right, 6, in, 10, type, left, 6, world, no_status);
    CALL(0, 0, MPI_Type_free, &column);
}

std::array<MPI_Request, 2> begin() {
    std::array<MPI_Request, 2> both{};
    CALL(0, bytes, MPI_Irecv, in, 2 * n, type, left, 4, world, &both[0]);
    CALL(bytes, 0, MPI_Isend, out, n, type, right, 4, world, &both[1]);
    return both;
}

void send_nonblocking() {
    auto both = begin();
    CALL(0, 0, MPI_Waitall, 2, both.data(), MPI_STATUSES_IGNORE);
    both = begin();
    for (MPI_Request& request : both) {
        wait(request);
    }
    both = begin();
    for (int done = 0; done == 0;) {
        CALL(0, 0, MPI_Testall, 2, both.data(), &done, MPI_STATUSES_IGNORE);
    }
    both = begin();
    int index = 0;
    CALL(0, 0, MPI_Waitany, 2, both.data(), &index, no_status);
    for (int done = 0; done == 0;) {
        CALL(0, 0, MPI_Testany, 2, both.data(), &index, &done, no_status);
    }
    both = begin();
    for (int completed = 0; completed < 2;) {
        int number = 0;
        std::array<int, 2> indices{};
        CALL(0, 0, MPI_Waitsome, 2, both.data(), &number, indices.data(), MPI_STATUSES_IGNORE);
        completed += number;
    }
    MPI_Request request = MPI_REQUEST_NULL; // no message comes
    CALL(0, 0, MPI_Irecv, in, n, type, left, 999, world, &request);
    CALL(0, 0, MPI_Cancel, &request);
    wait(request);
}

void send_persistent() {
    std::array<MPI_Request, 2> both{};
    CALL(0, 3 * bytes, MPI_Recv_init, in, 2 * n, type, left, 5, world, &both[0]);
    CALL(3 * bytes, 0, MPI_Send_init, out, n, type, right, 5, world, &both[1]);
    for (int i = 0; i < 3; ++i) {
        CALL(0, 0, MPI_Startall, 2, both.data());
        CALL(0, 0, MPI_Waitall, 2, both.data(), MPI_STATUSES_IGNORE);
    }
    for (MPI_Request& request : both) {
        CALL(0, 0, MPI_Request_free, &request);
    }
}

void probe() {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request sending = MPI_REQUEST_NULL;
    MPI_Request receiving = MPI_REQUEST_NULL;
    int flag = 0;
    CALL(bytes, 0, MPI_Isend, out, n, type, right, 7, world, &sending);
    CALL(0, 0, MPI_Mprobe, left, 7, world, &message, no_status);
    CALL(0, bytes, MPI_Mrecv, in, n, type, &message, no_status);
    while (flag == 0) {
        CALL(0, 0, MPI_Test, &sending, &flag, no_status);
    }
    CALL(0, 0, MPI_Iprobe, MPI_ANY_SOURCE, 999, world, &flag, no_status);
    CALL(bytes, 0, MPI_Isend, out, n, type, right, 8, world, &sending);
    for (flag = 0; flag == 0;) {
        CALL(0, 0, MPI_Improbe, left, 8, world, &flag, &message, no_status);
    }
    CALL(0, bytes, MPI_Imrecv, in, 2 * n, type, &message, &receiving);
    wait(receiving);
    wait(sending);
    CALL(0, 0, MPI_Mprobe, MPI_PROC_NULL, 8, world, &message, no_status);
    CALL(0, 0, MPI_Mrecv, in, n, type, &message, no_status);
}

// Routines that only MPI 4 has.
void exchange_as_in_mpi_4() {
#if MPI_VERSION >= 4
    MPI_Session session = MPI_SESSION_NULL;
    CALL(0, 0, MPI_Session_init, MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    CALL(0, 0, MPI_Session_finalize, &session);
    const MPI_Count many = n;
    CALL(bytes, bytes, MPI_Sendrecv_c, out, many, type, right, 10, in, 2 * many, type, left, 10,
         world, no_status);
    CALL(bytes, bytes, MPI_Allreduce_c, out, in, many, type, MPI_SUM, world);
    MPI_Request sending = MPI_REQUEST_NULL;
    CALL(bytes, 0, MPI_Isend_c, out, many, type, right, 11, world, &sending);
    CALL(0, bytes, MPI_Recv_c, in, many, type, left, 11, world, no_status);
    wait(sending);
    CALL(0, 0, MPI_Allreduce_init, out, in, 0, type, MPI_SUM, world, MPI_INFO_NULL, &sending);
    CALL(0, 0, MPI_Request_free, &sending);
    MPI_Request request = MPI_REQUEST_NULL;
    CALL(bytes, bytes, MPI_Isendrecv, out, n, type, right, 9, in, n, type, left, 9, world,
         &request);
    wait(request);
#endif
}

void to_and_from_root() {
    const int root = size - 1;
    const bool is_root = rank == root;
    const int of_root = is_root ? bytes : 0;
    const int of_others = is_root ? 0 : bytes;
    CALL(of_root, of_others, MPI_Bcast, out, n, type, root, world);
    CALL(bytes, of_root, MPI_Reduce, out, in, n, type, MPI_SUM, root, world);
    CALL(bytes, size * of_root, MPI_Gather, out, n, type, in, n, type, root, world);
    // The root's own elements are in place (MPI_IN_PLACE) and do not move.
    CALL(of_others, size * of_root, MPI_Gather, is_root ? MPI_IN_PLACE : out, n,
         is_root ? MPI_DATATYPE_NULL : type, in, n, type, root, world);
    CALL(size * of_root, bytes, MPI_Scatter, out, n, type, in, n, type, root, world);
}

void to_all() {
    const int all = size * bytes;
    CALL(0, 0, MPI_Barrier, world);
    CALL(bytes, bytes, MPI_Allreduce, out, in, n, type, MPI_SUM, world);
    CALL(bytes, bytes, MPI_Allreduce, MPI_IN_PLACE, in, n, type, MPI_SUM, world);
    CALL(bytes, all, MPI_Allgather, out, n, type, in, n, type, world);
    CALL(bytes, all, MPI_Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, n, type, world);
    CALL(all, all, MPI_Alltoall, out, n, type, in, n, type, world);
    CALL(bytes, bytes, MPI_Scan, out, in, n, type, MPI_SUM, world);
    CALL(bytes, bytes, MPI_Exscan, out, in, n, type, MPI_SUM, world);
    CALL(all, bytes, MPI_Reduce_scatter_block, out, in, n, type, MPI_SUM, world);
    MPI_Request request = MPI_REQUEST_NULL;
    CALL(all, all, MPI_Ialltoall, out, n, type, in, n, type, world, &request);
    wait(request);
}

// Rank i gives or gets i + 1 elements.
void with_counts_of_their_own() {
    std::vector<int> counts(static_cast<std::size_t>(size));
    std::iota(counts.begin(), counts.end(), 1);
    std::vector<int> places(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    constexpr int element = sizeof(double);
    const int own = (rank + 1) * element;
    const int all = size * (size + 1) / 2 * element;
    const int of_root = rank == 0 ? all : 0;
    CALL(own, of_root, MPI_Gatherv, out, rank + 1, type, in, counts.data(), places.data(), type, 0,
         world);
    CALL(of_root, own, MPI_Scatterv, out, counts.data(), places.data(), type, in, rank + 1, type, 0,
         world);
    CALL(own, all, MPI_Allgatherv, out, rank + 1, type, in, counts.data(), places.data(), type,
         world);
    CALL(all, own, MPI_Reduce_scatter, out, in, counts.data(), type, MPI_SUM, world);
    const std::vector<int> sends(counts.size(), rank + 1);
    const std::vector<int> no_places(counts.size());
    const std::vector<MPI_Datatype> types(counts.size(), type);
    CALL(size * own, all, MPI_Alltoallv, out, sends.data(), no_places.data(), type, in,
         counts.data(), places.data(), type, world);
    for (int& place : places) {
        place *= element;
    }
    CALL(size * own, all, MPI_Alltoallw, out, sends.data(), no_places.data(), types.data(), in,
         counts.data(), places.data(), types.data(), world);
}

// The first and the last rank of a line that is no ring have one neighbour less.
void between_neighbours(int periodic) {
    MPI_Comm line = MPI_COMM_NULL;
    CALL(0, 0, MPI_Cart_create, world, 1, &size, &periodic, 0, &line);
    const int missing = periodic != 0 ? 0 : (rank == 0 ? 1 : 0) + (rank + 1 == size ? 1 : 0);
    const int moved = (2 - missing) * bytes;
    CALL(bytes, moved, MPI_Neighbor_allgather, out, n, type, in, n, type, line);
    CALL(moved, moved, MPI_Neighbor_alltoall, out, n, type, in, n, type, line);
    CALL(0, 0, MPI_Comm_free, &line);
}

// Rank 0 and the others, each in a group of their own; rank 0 gives to all others.
void between_groups() {
    const bool first = rank == 0;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    CALL(0, 0, MPI_Comm_split, world, first ? 0 : 1, 0, &half);
    CALL(0, 0, MPI_Intercomm_create, half, 0, world, first ? 1 : 0, 1, &both);
    CALL(first ? bytes : 0, first ? 0 : bytes, MPI_Bcast, out, n, type, first ? MPI_ROOT : 0, both);
    CALL(0, 0, MPI_Comm_free, &both);
    CALL(0, 0, MPI_Comm_free, &half);
}

void access_between_fences(MPI_Win window) {
    CALL(0, 0, MPI_Win_fence, 0, window);
    ACCESS(bytes, 0, MPI_Put, out, n, type, right, 0, n, type, window);
    CALL(0, 0, MPI_Put, out, n, type, MPI_PROC_NULL, 0, n, type, window);
    CALL(0, 0, MPI_Win_fence, 0, window);
    ACCESS(0, bytes, MPI_Get, out, n, type, right, 0, n, type, window);
    CALL(0, 0, MPI_Win_fence, 0, window);
    ACCESS(bytes, 0, MPI_Accumulate, out, n, type, right, 0, n, type, MPI_SUM, window);
    CALL(0, 0, MPI_Win_fence, 0, window);
    // With MPI_NO_OP, MPI ignores the origin arguments.
    ACCESS(0, bytes, MPI_Get_accumulate, nullptr, 0, type, out, n, type, right, 0, n, type,
           MPI_NO_OP, window);
    CALL(0, 0, MPI_Win_fence, 0, window);
}

void access_locked(MPI_Win window) {
    const std::int64_t one = 1;
    std::int64_t result = 0;
    constexpr int long_bytes = sizeof one;
    MPI_Request request = MPI_REQUEST_NULL;
    CALL(0, 0, MPI_Win_lock, MPI_LOCK_SHARED, right, 0, window);
    ACCESS(long_bytes, long_bytes, MPI_Fetch_and_op, &one, &result, MPI_INT64_T, right, 0, MPI_SUM,
           window);
    CALL(0, 0, MPI_Win_flush, right, window);
    ACCESS(long_bytes, long_bytes, MPI_Compare_and_swap, &one, &one, &result, MPI_INT64_T, right, 0,
           window);
    CALL(0, 0, MPI_Win_flush_local, right, window);
    ACCESS(bytes, 0, MPI_Rput, out, n, type, right, n, n, type, window, &request);
    wait(request);
    ACCESS(0, bytes, MPI_Rget, out, n, type, right, n, n, type, window, &request);
    wait(request);
    ACCESS(bytes, 0, MPI_Raccumulate, out, n, type, right, n, n, type, MPI_SUM, window, &request);
    wait(request);
    ACCESS(bytes, bytes, MPI_Rget_accumulate, out, n, type, in + 2 * n, n, type, right, n, n, type,
           MPI_SUM, window, &request);
    wait(request);
    CALL(0, 0, MPI_Win_unlock, right, window);
}

void reach_over() {
    MPI_Win window = MPI_WIN_NULL;
    CALL(0, 0, MPI_Win_create, in, 2 * bytes, sizeof(double), MPI_INFO_NULL, world, &window);
    access_between_fences(window);
    access_locked(window);
    CALL(0, 0, MPI_Win_free, &window);
}

void use_file() {
    MPI_File file = MPI_FILE_NULL;
    const MPI_Offset place = static_cast<MPI_Offset>(rank) * bytes;
    CALL(0, 0, MPI_File_open, world, "counting.data",
         MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    CALL(bytes, 0, MPI_File_write_at, file, place, out, n, type, no_status);
    CALL(0, bytes, MPI_File_read_at, file, place, in, n, type, no_status);
    CALL(0, 0, MPI_File_close, &file);
}

} // namespace

int main(int argument_count, char** arguments) {
    CALL(0, 0, MPI_Init, &argument_count, &arguments);
    CALL(0, 0, MPI_Comm_rank, world, &rank);
    CALL(0, 0, MPI_Comm_size, world, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    std::vector<double> values(2 * static_cast<std::size_t>(size + 2) * n);
    out = values.data();
    in = out + values.size() / 2;
    exchange_blocking();
    send_nonblocking();
    send_persistent();
    probe();
    exchange_as_in_mpi_4();
    to_and_from_root();
    to_all();
    with_counts_of_their_own();
    between_neighbours(1);
    between_neighbours(0);
    if (size > 1) { // one rank would wait for itself; Open MPI 4.1 makes no window for one
        send_blocking();
        between_groups();
        reach_over();
    }
    use_file();
    CALL(0, 0, MPI_Finalize);
    std::ofstream file("expected-" + std::to_string(rank));
    for (const auto& [routine, use] : uses) {
        file << routine << " " << use.calls << " " << use.sent << " " << use.received << "\n";
    }
    std::ofstream to_right("one-sided-" + std::to_string(rank));
    for (const int number : one_sided) {
        to_right << number << " ";
    }
    return 0;
}
