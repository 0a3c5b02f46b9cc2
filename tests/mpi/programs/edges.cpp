#include "edges.hpp"

#include <chrono>
#include <mpi.h>
#include <stdexcept>
#include <thread>

namespace programs {

namespace {

constexpr auto pause = std::chrono::milliseconds(50);

bool switch_off(int) {
    MPI_Pcontrol(0);
    return true;
}

bool switch_off_on_one(int rank) {
    if (rank == 1) {
        MPI_Pcontrol(0);
    }
    return true;
}

MPI_Request receive_from_itself(int& value, int rank, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, rank, tag, MPI_COMM_WORLD, &request);
    return request;
}

// The message comes to the operation of another thread, if need be.
bool send_and_wait(const int& received, MPI_Request& request, int rank, int tag) {
    MPI_Send(&tag, 1, MPI_INT, rank, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return received == tag;
}

// What one thread has begun another one completes that begins nothing.
bool complete_elsewhere(int rank) {
    int value = 0;
    MPI_Request request = receive_from_itself(value, rank, 7);
    bool right = false;
    std::thread([&] { right = send_and_wait(value, request, rank, 7); }).join();
    return right;
}

// A thread that has been in MPI for long begins an operation and ends; the next one, which takes
// its place, completes the operation after a pause.
bool complete_later(int rank) {
    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    std::thread([&] {
        const auto end = std::chrono::steady_clock::now() + pause;
        for (int flag = 0; std::chrono::steady_clock::now() < end;) {
            MPI_Iprobe(rank, 999, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
        request = receive_from_itself(value, rank, 7);
    }).join();
    bool right = false;
    std::thread([&] {
        std::this_thread::sleep_for(pause);
        right = send_and_wait(value, request, rank, 7);
    }).join();
    return right;
}

// The second operation gets the request of the first, which has ended unseen.
bool reuse_request(int rank) {
    int first = 0;
    MPI_Request request = receive_from_itself(first, rank, 7);
    MPI_Pcontrol(0);
    const bool right = send_and_wait(first, request, rank, 7);
    MPI_Pcontrol(1);
    int second = 0;
    request = receive_from_itself(second, rank, 8);
    return send_and_wait(second, request, rank, 8) && right;
}

// Prepared before MPI is switched off, used when it is on again.
bool keep_prepared(int rank) {
    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Recv_init(&value, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, &request);
    MPI_Pcontrol(0);
    MPI_Pcontrol(1);
    MPI_Start(&request);
    const bool right = send_and_wait(value, request, rank, 7);
    MPI_Request_free(&request);
    return right;
}

void fail(void*, void*, int*, MPI_Datatype*) {
    throw std::runtime_error("no sum");
}

[[gnu::noinline]] int size_deep_in_the_stack(int depth) {
    volatile char room[256] = {};
    if (depth > 0) {
        return size_deep_in_the_stack(depth - 1) + room[0];
    }
    int size = 0;
    MPI_Type_size(MPI_INT, &size);
    return size;
}

// A callback leaves MPI by an exception; later calls are no part of the call that it has left.
bool throw_in_callback(int) {
    MPI_Op operation = MPI_OP_NULL;
    MPI_Op_create(fail, 1, &operation);
    bool caught = false;
    try {
        int one = 1;
        int sum = 0;
        MPI_Reduce_local(&one, &sum, 1, MPI_INT, operation);
    } catch (const std::runtime_error&) {
        caught = true;
    }
    return size_deep_in_the_stack(8) == sizeof(int) && caught;
}

// Each rank has communicators of its own.
bool split_up(int rank) {
    constexpr int number = 250;
    for (int i = 0; i < number; ++i) {
        MPI_Comm own = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_SELF, &own);
        MPI_Comm_set_name(own, (std::to_string(rank) + "-" + std::to_string(i)).c_str());
        MPI_Barrier(own);
        MPI_Comm_free(&own);
    }
    MPI_Comm single = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &single);
    MPI_Comm_set_name(single, "single");
    MPI_Barrier(single);
    MPI_Comm_free(&single);
    return true;
}

} // namespace

const std::map<std::string, bool (*)(int rank)>& edges() {
    static const std::map<std::string, bool (*)(int rank)> all = {
        {"switch_off", switch_off},
        {"switch_off_on_one", switch_off_on_one},
        {"complete_elsewhere", complete_elsewhere},
        {"complete_later", complete_later},
        {"reuse_request", reuse_request},
        {"keep_prepared", keep_prepared},
        {"throw_in_callback", throw_in_callback},
        {"split_up", split_up},
    };
    return all;
}

} // namespace programs
