#include "point_to_point.hpp"

#include <array>
#include <mpi.h>
#include <vector>

namespace programs {

namespace {

using expectation::Bytes;
using expectation::Uses;

constexpr int length = 25; // elements of a message
constexpr Bytes whole = length * sizeof(double);

struct Ring {
    int left;
    int right;
    std::array<double, 2 * length> out{};
    std::array<double, 2 * length> in{}; // longer than what comes
};

void send_blocking(Uses& uses, Ring& ring, int rank) {
    // Even ranks send first. In a ring of an odd number two neighbours do so: messages this short
    // do not wait for their receivers.
    if (rank % 2 == 0) {
        uses.count("MPI_Send", whole);
        MPI_Send(ring.out.data(), length, MPI_DOUBLE, ring.right, 1, MPI_COMM_WORLD);
        uses.count("MPI_Recv", 0, whole);
        MPI_Recv(ring.in.data(), 2 * length, MPI_DOUBLE, ring.left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else {
        uses.count("MPI_Recv", 0, whole);
        MPI_Status status;
        MPI_Recv(ring.in.data(), 2 * length, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                 &status);
        uses.count("MPI_Send", whole);
        MPI_Send(ring.out.data(), length, MPI_DOUBLE, ring.right, 1, MPI_COMM_WORLD);
    }
}

void exchange_blocking(Uses& uses, Ring& ring) {
    uses.count("MPI_Send");
    MPI_Send(ring.out.data(), length, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    uses.count("MPI_Recv");
    MPI_Recv(ring.in.data(), length, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    uses.count("MPI_Sendrecv", whole, whole);
    MPI_Sendrecv(ring.out.data(), length, MPI_DOUBLE, ring.right, 2, ring.in.data(), 2 * length,
                 MPI_DOUBLE, ring.left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uses.count("MPI_Sendrecv_replace", whole, whole);
    MPI_Sendrecv_replace(ring.out.data(), length, MPI_DOUBLE, ring.right, 3, ring.left, 3,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void send_nonblocking(Uses& uses, Ring& ring) {
    std::array<MPI_Request, 2> requests{};
    const auto begin = [&] {
        uses.count("MPI_Irecv", 0, whole);
        MPI_Irecv(ring.in.data(), 2 * length, MPI_DOUBLE, ring.left, 4, MPI_COMM_WORLD,
                  &requests[0]);
        uses.count("MPI_Isend", whole);
        MPI_Isend(ring.out.data(), length, MPI_DOUBLE, ring.right, 4, MPI_COMM_WORLD, &requests[1]);
    };
    begin();
    uses.count("MPI_Waitall");
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    begin();
    for (MPI_Request& request : requests) {
        uses.count("MPI_Wait");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    begin();
    for (int flag = 0; flag == 0;) {
        uses.count("MPI_Testall");
        MPI_Testall(2, requests.data(), &flag, MPI_STATUSES_IGNORE);
    }
    begin();
    for (int i = 0; i < 2; ++i) {
        int index = 0;
        uses.count("MPI_Waitany");
        MPI_Waitany(2, requests.data(), &index, MPI_STATUS_IGNORE);
    }
    begin();
    for (int completed = 0; completed < 2;) {
        int count = 0;
        std::array<int, 2> indices{};
        std::array<MPI_Status, 2> statuses{};
        uses.count("MPI_Waitsome");
        MPI_Waitsome(2, requests.data(), &count, indices.data(), statuses.data());
        completed += count;
    }
    begin();
    for (int completed = 0; completed < 2;) {
        int flag = 0;
        int index = 0;
        uses.count("MPI_Testany");
        MPI_Testany(2, requests.data(), &index, &flag, MPI_STATUS_IGNORE);
        completed += flag != 0 && index != MPI_UNDEFINED ? 1 : 0;
    }
}

void send_persistent(Uses& uses, Ring& ring) {
    constexpr int times = 3;
    std::array<MPI_Request, 2> requests{};
    uses.count("MPI_Recv_init");
    MPI_Recv_init(ring.in.data(), 2 * length, MPI_DOUBLE, ring.left, 5, MPI_COMM_WORLD,
                  &requests[0]);
    uses.count("MPI_Send_init");
    MPI_Send_init(ring.out.data(), length, MPI_DOUBLE, ring.right, 5, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < times; ++i) {
        uses.count("MPI_Startall");
        MPI_Startall(2, requests.data());
        uses.add_sent("MPI_Send_init", whole);
        uses.count("MPI_Waitall");
        MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
        uses.add_received("MPI_Recv_init", whole);
    }
    for (MPI_Request& request : requests) {
        uses.count("MPI_Request_free");
        MPI_Request_free(&request);
    }
}

void cancel(Uses& uses, Ring& ring) {
    MPI_Request request = MPI_REQUEST_NULL;
    uses.count("MPI_Irecv");
    MPI_Irecv(ring.in.data(), length, MPI_DOUBLE, ring.left, 999, MPI_COMM_WORLD, &request);
    uses.count("MPI_Cancel");
    MPI_Cancel(&request);
    uses.count("MPI_Wait");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Every second of three columns: what is counted is what is moved, not what lies between.
void send_derived(Uses& uses, Ring& ring) {
    MPI_Datatype column = MPI_DATATYPE_NULL;
    uses.count("MPI_Type_vector");
    MPI_Type_vector(5, 1, 3, MPI_DOUBLE, &column);
    uses.count("MPI_Type_commit");
    MPI_Type_commit(&column);
    constexpr Bytes moved = 2 * 5 * sizeof(double);
    uses.count("MPI_Sendrecv", moved, moved);
    MPI_Sendrecv(ring.out.data(), 2, column, ring.right, 6, ring.in.data(), 10, MPI_DOUBLE,
                 ring.left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uses.count("MPI_Type_free");
    MPI_Type_free(&column);
}

void finish_send(Uses& uses, MPI_Request& request) {
    for (int flag = 0; flag == 0;) {
        uses.count("MPI_Test");
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
}

void probe(Uses& uses, Ring& ring) {
    MPI_Request request = MPI_REQUEST_NULL;
    uses.count("MPI_Isend", whole);
    MPI_Isend(ring.out.data(), length, MPI_DOUBLE, ring.right, 7, MPI_COMM_WORLD, &request);
    MPI_Message message = MPI_MESSAGE_NULL;
    uses.count("MPI_Mprobe");
    MPI_Mprobe(ring.left, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    uses.count("MPI_Mrecv", 0, whole);
    MPI_Mrecv(ring.in.data(), length, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    finish_send(uses, request);
    int flag = 0;
    uses.count("MPI_Iprobe");
    MPI_Iprobe(MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

void probe_nonblocking(Uses& uses, Ring& ring) {
    MPI_Request sending = MPI_REQUEST_NULL;
    uses.count("MPI_Isend", whole);
    MPI_Isend(ring.out.data(), length, MPI_DOUBLE, ring.right, 8, MPI_COMM_WORLD, &sending);
    MPI_Message message = MPI_MESSAGE_NULL;
    for (int flag = 0; flag == 0;) {
        uses.count("MPI_Improbe");
        MPI_Improbe(ring.left, 8, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    }
    MPI_Request receiving = MPI_REQUEST_NULL;
    uses.count("MPI_Imrecv", 0, whole);
    MPI_Imrecv(ring.in.data(), 2 * length, MPI_DOUBLE, &message, &receiving);
    uses.count("MPI_Wait");
    MPI_Wait(&receiving, MPI_STATUS_IGNORE);
    finish_send(uses, sending);
    uses.count("MPI_Mprobe");
    MPI_Mprobe(MPI_PROC_NULL, 8, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    uses.count("MPI_Mrecv");
    MPI_Mrecv(ring.in.data(), length, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
}

#if MPI_VERSION >= 4
void exchange_nonblocking(Uses& uses, Ring& ring) {
    MPI_Request request = MPI_REQUEST_NULL;
    const auto wait = [&] {
        uses.count("MPI_Wait");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    };
    uses.count("MPI_Isendrecv", whole, whole);
    MPI_Isendrecv(ring.out.data(), length, MPI_DOUBLE, ring.right, 9, ring.in.data(), length,
                  MPI_DOUBLE, ring.left, 9, MPI_COMM_WORLD, &request);
    wait();
    uses.count("MPI_Isendrecv_replace", whole, whole);
    MPI_Isendrecv_replace(ring.out.data(), length, MPI_DOUBLE, ring.right, 9, ring.left, 9,
                          MPI_COMM_WORLD, &request);
    wait();
}

void send_partitioned(Uses& uses, Ring& ring) {
    constexpr int partitions = 5;
    std::array<MPI_Request, 2> requests{};
    uses.count("MPI_Precv_init", 0, whole);
    MPI_Precv_init(ring.in.data(), partitions, length / partitions, MPI_DOUBLE, ring.left, 10,
                   MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    uses.count("MPI_Psend_init", whole);
    MPI_Psend_init(ring.out.data(), partitions, length / partitions, MPI_DOUBLE, ring.right, 10,
                   MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    uses.count("MPI_Startall");
    MPI_Startall(2, requests.data());
    for (int partition = 0; partition < partitions; ++partition) {
        uses.count("MPI_Pready");
        MPI_Pready(partition, requests[1]);
    }
    uses.count("MPI_Waitall");
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    for (MPI_Request& request : requests) {
        uses.count("MPI_Request_free");
        MPI_Request_free(&request);
    }
}
#else
void exchange_nonblocking(Uses&, Ring&) {
}
void send_partitioned(Uses&, Ring&) {
}
#endif

} // namespace

void exchange_messages(Uses& uses, int rank, int size) {
    Ring ring{(rank + size - 1) % size, (rank + 1) % size, {}, {}};
    if (size > 1) { // one rank would wait for itself
        send_blocking(uses, ring, rank);
    }
    exchange_blocking(uses, ring);
    send_nonblocking(uses, ring);
    send_persistent(uses, ring);
    cancel(uses, ring);
    send_derived(uses, ring);
    probe(uses, ring);
    probe_nonblocking(uses, ring);
    exchange_nonblocking(uses, ring);
    send_partitioned(uses, ring);
}

} // namespace programs
