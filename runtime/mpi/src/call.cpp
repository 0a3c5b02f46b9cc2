// What is counted of a call besides its time.
#include <proxima/mpi/call.hpp>

#include <new>

namespace proxima::mpi {

std::uint64_t DatatypeSizes::freed_count = 0;

Bytes DatatypeSizes::look_up(MPI_Datatype type) noexcept {
    if (type == MPI_DATATYPE_NULL) {
        return 0;
    }
    const std::uint64_t now = freed();
    if (now != freed_) {
        known_.clear();
        freed_ = now;
    }
    const Bytes* const known = known_.find(type);
    MPI_Count size = 0;
    if (known != nullptr) {
        size = static_cast<MPI_Count>(*known);
    } else {
        PMPI_Type_size_x(type, &size);
    }
    last_ = type;
    last_size_ = size < 0 ? 0 : static_cast<Bytes>(size);
    known_.put(type, last_size_);
    return last_size_;
}

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
    RoutineUse& use = thread_->routines[routine_];
    use.sent += sent;
    use.received += received;
}

void Call::moves(const Group& group, Bytes sent, Bytes received) noexcept {
    moves(sent, received);
    Communicator& communicator = group.communicator();
    ++communicator.calls;
    communicator.ticks += ticks();
    communicator.sent += sent;
    communicator.received += received;
}

void Call::count_sent(Communicator& communicator, int destination, Bytes bytes) noexcept {
    Partner& partner = thread_->communicators.partner(communicator, destination);
    ++partner.messages_sent;
    partner.sent += bytes;
    partner.ticks += ticks();
}

void Call::count_received(Communicator& communicator, int source, Bytes bytes) noexcept {
    Partner& partner = thread_->communicators.partner(communicator, source);
    ++partner.messages_received;
    partner.received += bytes;
    partner.ticks += ticks();
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
    thread_->messages.put(*message, &thread_->communicators.of(communicator));
}

void Call::receives_matched(MPI_Message message, OwnStatus& status) noexcept {
    const int source = status.status()->MPI_SOURCE;
    if (source == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(*status.status());
    if (Communicator* const* const known = thread_->messages.find(message)) {
        moves(Group(**known, Members()), 0, bytes);
        count_received(**known, source, bytes);
    } else { // another thread has probed for it
        moves(0, bytes);
    }
}

void Call::starts_matched(const MPI_Request* request, MPI_Message message) noexcept {
    Communicator* const* const known = thread_->messages.find(message);
    start(request, receive(known == nullptr ? nullptr : *known));
}

Operation Call::transfer(Bytes sent, Bytes received, Communicator* communicator) const noexcept {
    Operation operation;
    operation.routine = routine_;
    operation.epoch = detail::communication_epoch();
    operation.communicator = communicator;
    operation.owner = thread_;
    operation.sent = sent;
    operation.received = received;
    return operation;
}

Operation Call::send(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    Operation operation = transfer(bytes, 0, &thread_->communicators.of(communicator));
    operation.sends = true;
    operation.partner = destination;
    return operation;
}

Operation Call::receive(Communicator* communicator) const noexcept {
    Operation operation = transfer(0, 0, communicator);
    operation.receives = true;
    return operation;
}

void Call::begins(Operation& operation) noexcept {
    operation.active = true;
    operation.cancelled = false;
    operation.start = end_;
    operation.communication = thread_->communication();
    operation.waiting = thread_->waiting;
    RoutineUse& use = thread_->routines[operation.routine];
    ++use.operations;
    use.sent += operation.sent;
    use.received += operation.received;
    // One that another thread has made counts for the one that begins it.
    const bool is_own = operation.owner == thread_;
    operation.owner = thread_;
    if (operation.communicator == nullptr) {
        return;
    }
    Communicators& communicators = thread_->communicators;
    if (!is_own) {
        operation.communicator = &communicators.like(*operation.communicator);
    }
    Communicator& communicator = *operation.communicator;
    ++communicator.calls;
    communicator.ticks += ticks();
    communicator.sent += operation.sent;
    communicator.received += operation.received;
    if (operation.sends) {
        Partner& partner = communicators.partner(communicator, operation.partner);
        ++partner.messages_sent;
        partner.sent += operation.sent;
    }
}

void Call::add(const MPI_Request* request, const Operation& operation) noexcept {
    if (*request == MPI_REQUEST_NULL) {
        return;
    }
    const OperationTable::Added added = operations().add(*request, operation);
    const bool known = added == OperationTable::Added::known;
    // An MPI may give all sends that are done at once the same request. Another operation with the
    // request of one that is known has come after it, before the thread that completed or freed
    // that has said so.
    const bool done_at_once = known && operation.active && !operation.receives;
    if (added == OperationTable::Added::no_room || (known && !done_at_once)) {
        ++thread_->table.head().untracked;
    } else if (done_at_once) {
        ++thread_->routines[operation.routine].completed;
    }
}

void Call::start(const MPI_Request* request, Operation operation) noexcept {
    begins(operation);
    add(request, operation);
}

void Call::prepare(const MPI_Request* request, Operation operation) noexcept {
    operation.persistent = true;
    add(request, operation);
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
        start(request, receive(&thread_->communicators.of(communicator)));
    }
}

void Call::starts_exchange(const MPI_Request* request, MPI_Comm communicator, int destination,
                           Bytes sent, int source, Bytes received) noexcept {
    const bool sends = destination != MPI_PROC_NULL;
    const bool receives = source != MPI_PROC_NULL;
    if (!sends && !receives) {
        return;
    }
    Communicator& row = thread_->communicators.of(communicator);
    Operation operation = transfer(sends ? sent : 0, receives ? received : 0, &row);
    operation.sends = sends;
    operation.partner = destination;
    start(request, operation);
    if (receives && source != MPI_ANY_SOURCE) {
        Partner& partner = thread_->communicators.partner(row, source);
        ++partner.messages_received;
        partner.received += received;
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
        prepare(request, receive(&thread_->communicators.of(communicator)));
    }
}

void Call::starts_again(int count, const MPI_Request* requests) noexcept {
    for (int i = 0; i < count; ++i) {
        if (Operation* const known = operations().find(requests[i])) {
            begins(*known);
        }
    }
}

void Call::cancels(const MPI_Request* request) noexcept {
    if (Operation* const known = operations().find(*request)) {
        known->cancelled = true;
    }
}

void Call::forgets(const MPI_Request* request) noexcept {
    operations().remove(*request);
}

} // namespace proxima::mpi
