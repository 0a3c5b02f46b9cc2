// Counts messages and bytes of MPI calls.
#include <proxima/mpi/call.hpp>

namespace proxima::mpi {

Bytes received_bytes(const MPI_Status& status) noexcept {
    int bytes = 0;
    if (PMPI_Get_count(&status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes != MPI_UNDEFINED) {
        return static_cast<Bytes>(bytes);
    }
    MPI_Count many = 0;
    const int outcome = PMPI_Get_elements_x(&status, MPI_BYTE, &many);
    return outcome == MPI_SUCCESS && many > 0 ? static_cast<Bytes>(many) : 0;
}

void Call::moves(Bytes sent, Bytes received) noexcept {
    format::MpiRoutineCounts& counts = thread_->routines[routine_];
    add(counts.bytes_sent, sent);
    add(counts.bytes_received, received);
    add(path_->bytes_sent, sent);
    add(path_->bytes_received, received);
}

void Call::count_received(const Partners* partners, const MPI_Status& status) noexcept {
    if (status.MPI_SOURCE == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(status);
    moves(0, bytes);
    thread_->count_received(partners, status.MPI_SOURCE, bytes, share());
}

void Call::sends(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    if (destination == MPI_PROC_NULL) {
        return;
    }
    moves(bytes, 0);
    thread_->count_sent(thread_->communicator(communicator).partners, destination, bytes, share());
}

void Call::receives(MPI_Comm communicator, OwnStatus& status) noexcept {
    count_received(thread_->communicator(communicator).partners, *status.status());
}

void Call::exchanges(MPI_Comm communicator, int destination, Bytes bytes,
                     OwnStatus& status) noexcept {
    has_two_partners_ =
        destination != MPI_PROC_NULL && status.status()->MPI_SOURCE != MPI_PROC_NULL;
    sends(communicator, destination, bytes);
    receives(communicator, status);
}

void Call::accesses(MPI_Win window, int rank, Bytes sent, Bytes received) noexcept {
    if (rank == MPI_PROC_NULL) {
        return;
    }
    moves(sent, received);
    const Partners* const partners = thread_->window(window);
    if (sent != 0) {
        thread_->count_sent(partners, rank, sent, 0);
    }
    if (received != 0) {
        thread_->count_received(partners, rank, received, 0);
    }
    waits_for(window, rank);
}

void Call::waits_for(MPI_Win window, int rank) noexcept {
    if (rank != MPI_PROC_NULL) {
        add(thread_->partner(thread_->window(window), rank).ticks, ticks());
    }
}

void Call::matches(MPI_Comm communicator, const MPI_Message* message) noexcept {
    thread_->messages.put(*message, thread_->communicator(communicator).partners);
}

void Call::receives_matched(MPI_Message message, OwnStatus& status) noexcept {
    // Null if another thread has probed for it.
    const Partners* const* const known = thread_->messages.find(message);
    count_received(known == nullptr ? nullptr : *known, *status.status());
}

} // namespace proxima::mpi
