// What is counted of a call besides its time.
#include <proxima/mpi/call.hpp>

#include <optional>

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

void Call::moves(const Group& group, Bytes sent, Bytes received) noexcept {
    moves(sent, received);
    format::MpiCommunicatorCounts& counts = thread_->counts(group.communicator());
    add(counts.calls, 1);
    add(counts.ticks, ticks());
    add(counts.bytes_sent, sent);
    add(counts.bytes_received, received);
}

void Call::count_sent(const Communicator& communicator, int destination, Bytes bytes) noexcept {
    format::MpiPartnerCounts& partner = thread_->partner(communicator, destination);
    add(partner.messages_sent, 1);
    add(partner.bytes_sent, bytes);
    add(partner.ticks, ticks());
}

void Call::count_received(const Communicator& communicator, int source, Bytes bytes) noexcept {
    format::MpiPartnerCounts& partner = thread_->partner(communicator, source);
    add(partner.messages_received, 1);
    add(partner.bytes_received, bytes);
    add(partner.ticks, ticks());
}

void Call::sends(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    if (destination == MPI_PROC_NULL) {
        return;
    }
    const Group within = group(communicator);
    moves(within, bytes, 0);
    count_sent(within.communicator(), destination, bytes);
}

void Call::receives(MPI_Comm communicator, OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    if (source == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(*status.status());
    const Group within = group(communicator);
    moves(within, 0, bytes);
    count_received(within.communicator(), source, bytes);
}

void Call::exchanges(MPI_Comm communicator, int destination, Bytes bytes,
                     OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    const bool sends = destination != MPI_PROC_NULL;
    const bool receives = source != MPI_PROC_NULL;
    const Bytes sent = sends ? bytes : 0;
    const Bytes received = receives ? received_bytes(*status.status()) : 0;
    const Group within = group(communicator);
    moves(within, sent, received);
    if (sends) {
        count_sent(within.communicator(), destination, sent);
    }
    if (receives) {
        count_received(within.communicator(), source, received);
    }
}

void Call::matches(MPI_Comm communicator, const MPI_Message* message) noexcept {
    thread_->messages.put(*message, &thread_->communicator(communicator));
}

void Call::receives_matched(MPI_Message message, OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    if (source == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(*status.status());
    if (const Communicator* const* const known = thread_->messages.find(message)) {
        moves(Group(**known, Members()), 0, bytes);
        count_received(**known, source, bytes);
    } else { // another thread has probed for it
        moves(0, bytes);
    }
}

void Call::starts_matched(const MPI_Request* request, MPI_Message message) noexcept {
    const Communicator* const* const known = thread_->messages.find(message);
    start(request, receive(known == nullptr ? nullptr : *known));
}

Operation Call::transfer(Bytes sent, Bytes received,
                         const Communicator* communicator) const noexcept {
    Operation operation;
    operation.routine = routine_;
    operation.communicator = communicator;
    operation.sent = sent;
    operation.received = received;
    return operation;
}

Operation Call::send(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    Operation operation = transfer(bytes, 0, &thread_->communicator(communicator));
    operation.sends = true;
    operation.partner = destination;
    return operation;
}

Operation Call::receive(const Communicator* communicator) const noexcept {
    Operation operation = transfer(0, 0, communicator);
    operation.receives = true;
    return operation;
}

void Call::begins(Operation& operation) noexcept {
    operation.active = true;
    operation.cancelled = false;
    operation.owner = thread_;
    operation.start = end_;
    operation.communication = thread_->communication;
    operation.waiting = thread_->waiting;
    format::MpiRoutineCounts& counts = thread_->routines[operation.routine];
    add(counts.operations, 1);
    add(counts.bytes_sent, operation.sent);
    add(counts.bytes_received, operation.received);
    if (operation.communicator == nullptr) {
        return;
    }
    format::MpiCommunicatorCounts& group = thread_->counts(*operation.communicator);
    add(group.calls, 1);
    add(group.ticks, ticks());
    add(group.bytes_sent, operation.sent);
    add(group.bytes_received, operation.received);
    if (operation.sends) {
        format::MpiPartnerCounts& partner =
            thread_->partner(*operation.communicator, operation.partner);
        add(partner.messages_sent, 1);
        add(partner.bytes_sent, operation.sent);
    }
}

void Call::follow(const MPI_Request* request, const Operation& operation) noexcept {
    if (*request == MPI_REQUEST_NULL) {
        return;
    }
    const std::optional<Operation> displaced = operations().put(*request, operation);
    if (!displaced) {
        return;
    }
    if (displaced->active && !displaced->receives) { // done at once
        add(thread_->routines[displaced->routine].completed, 1);
    } else if (displaced->active || !displaced->persistent) {
        add(thread_->facts->untracked, 1);
    }
}

void Call::start(const MPI_Request* request, Operation operation) noexcept {
    begins(operation);
    follow(request, operation);
}

void Call::prepare(const MPI_Request* request, Operation operation) noexcept {
    operation.persistent = true;
    follow(request, operation);
}

void Call::starts(const MPI_Request* request, Bytes sent, Bytes received) noexcept {
    start(request, transfer(sent, received, nullptr));
}

void Call::starts(const MPI_Request* request, Bytes sent, Bytes received,
                  const Group& group) noexcept {
    start(request, transfer(sent, received, &group.communicator()));
}

void Call::starts_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                       Bytes bytes) noexcept {
    if (destination != MPI_PROC_NULL) {
        start(request, send(communicator, destination, bytes));
    }
}

void Call::starts_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept {
    if (source != MPI_PROC_NULL) {
        start(request, receive(&thread_->communicator(communicator)));
    }
}

void Call::starts_exchange(const MPI_Request* request, MPI_Comm communicator, int destination,
                           Bytes sent, int source, Bytes received) noexcept {
    const bool sends = destination != MPI_PROC_NULL;
    const bool receives = source != MPI_PROC_NULL;
    if (!sends && !receives) {
        return;
    }
    const Communicator& known = thread_->communicator(communicator);
    Operation operation = transfer(sends ? sent : 0, receives ? received : 0, &known);
    operation.sends = sends;
    operation.partner = destination;
    start(request, operation);
    if (receives && source != MPI_ANY_SOURCE) {
        format::MpiPartnerCounts& partner = thread_->partner(known, source);
        add(partner.messages_received, 1);
        add(partner.bytes_received, received);
    }
}

void Call::prepares(const MPI_Request* request, Bytes sent, Bytes received) noexcept {
    prepare(request, transfer(sent, received, nullptr));
}

void Call::prepares(const MPI_Request* request, Bytes sent, Bytes received,
                    const Group& group) noexcept {
    prepare(request, transfer(sent, received, &group.communicator()));
}

void Call::prepares_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                         Bytes bytes) noexcept {
    if (destination != MPI_PROC_NULL) {
        prepare(request, send(communicator, destination, bytes));
    }
}

void Call::prepares_receive(const MPI_Request* request, MPI_Comm communicator,
                            int source) noexcept {
    if (source != MPI_PROC_NULL) {
        prepare(request, receive(&thread_->communicator(communicator)));
    }
}

void Call::starts_again(int count, const MPI_Request* requests) noexcept {
    for (int i = 0; i < count; ++i) {
        operations().change(requests[i], [&](Operation& known) { begins(known); });
    }
}

void Call::cancels(const MPI_Request* request) noexcept {
    operations().change(*request, [](Operation& known) { known.cancelled = true; });
}

void Call::forgets(const MPI_Request* request) noexcept {
    operations().forget(*request);
}

} // namespace proxima::mpi
