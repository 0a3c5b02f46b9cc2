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
}

void Call::count_sent(const Partners* partners, int destination, Bytes bytes) noexcept {
    format::MpiPartnerCounts& partner = thread_->partner(partners, destination);
    add(partner.messages_sent, 1);
    add(partner.bytes_sent, bytes);
    add(partner.ticks, share());
}

void Call::count_received(const Partners* partners, int source, Bytes bytes) noexcept {
    format::MpiPartnerCounts& partner = thread_->partner(partners, source);
    add(partner.messages_received, 1);
    add(partner.bytes_received, bytes);
    add(partner.ticks, share());
}

void Call::sends(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    if (destination == MPI_PROC_NULL) {
        return;
    }
    moves(bytes, 0);
    count_sent(thread_->communicator(communicator).partners, destination, bytes);
}

void Call::receives(MPI_Comm communicator, OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    if (source == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(*status.status());
    moves(0, bytes);
    count_received(thread_->communicator(communicator).partners, source, bytes);
}

void Call::exchanges(MPI_Comm communicator, int destination, Bytes bytes,
                     OwnStatus& status) noexcept {
    has_two_partners_ =
        destination != MPI_PROC_NULL && status.status()->MPI_SOURCE != MPI_PROC_NULL;
    sends(communicator, destination, bytes);
    receives(communicator, status);
}

void Call::matches(MPI_Comm communicator, const MPI_Message* message) noexcept {
    thread_->messages.put(*message, thread_->communicator(communicator).partners);
}

void Call::receives_matched(MPI_Message message, OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    if (source == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(*status.status());
    moves(0, bytes);
    // Null if another thread has probed for it.
    const Partners* const* const known = thread_->messages.find(message);
    count_received(known == nullptr ? nullptr : *known, source, bytes);
}

} // namespace proxima::mpi
