// Nonblocking and persistent operations, from their start to their completion.
#include <proxima/mpi/call.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace proxima::mpi {

std::optional<Operation> OperationTable::put(MPI_Request request,
                                             const Operation& operation) noexcept {
    constexpr std::size_t most = 32768;
    const std::uint64_t key = handle_key(request);
    if (const auto found = known_.find(key); found != known_.end()) {
        return std::exchange(found->second, operation);
    }
    if (known_.size() == most) {
        return operation;
    }
    try {
        if (spare_.empty()) {
            known_.emplace(key, operation);
            return std::nullopt;
        }
        Known::node_type node = std::move(spare_.back());
        spare_.pop_back();
        node.key() = key;
        node.mapped() = operation;
        known_.insert(std::move(node));
        return std::nullopt;
    } catch (const std::exception&) { // no memory
        return operation;
    }
}

Operation* OperationTable::find(MPI_Request request) noexcept {
    const auto found = known_.find(handle_key(request));
    return found == known_.end() ? nullptr : &found->second;
}

std::optional<Operation> OperationTable::complete(MPI_Request request) noexcept {
    Operation* const known = find(request);
    if (known == nullptr || !known->active) {
        return std::nullopt;
    }
    const Operation completed = *known;
    known->active = false;
    if (!completed.persistent) {
        forget(request);
    }
    return completed;
}

void OperationTable::forget(MPI_Request request) noexcept {
    try {
        if (Known::node_type node = known_.extract(handle_key(request))) {
            spare_.push_back(std::move(node));
        }
    } catch (const std::exception&) { // no memory to keep it
    }
}

Operation Call::transfer(Bytes sent, Bytes received) const noexcept {
    Operation operation;
    operation.routine = routine_;
    operation.path = path_;
    operation.sent = sent;
    operation.received = received;
    return operation;
}

Operation Call::send(MPI_Comm communicator, int destination, Bytes bytes) noexcept {
    Operation operation = transfer(bytes, 0);
    operation.sends = true;
    operation.partner = destination;
    operation.partners = thread_->communicator(communicator).partners;
    return operation;
}

Operation Call::receive(const Partners* partners) const noexcept {
    Operation operation = transfer(0, 0);
    operation.receives = true;
    operation.partners = partners;
    return operation;
}

void Call::begins(Operation& operation) noexcept {
    operation.active = true;
    operation.start = end_;
    operation.communication = thread_->communication;
    format::MpiRoutineCounts& counts = thread_->routines[operation.routine];
    add(counts.operations, 1);
    add(counts.bytes_sent, operation.sent);
    add(counts.bytes_received, operation.received);
    add(operation.path->bytes_sent, operation.sent);
    add(operation.path->bytes_received, operation.received);
    if (operation.sends) {
        thread_->count_sent(operation.partners, operation.partner, operation.sent, 0);
    }
    if (operation.gets) {
        thread_->count_received(operation.partners, operation.partner, operation.received, 0);
    }
}

void Call::follow(const MPI_Request* request, const Operation& operation) noexcept {
    if (*request == MPI_REQUEST_NULL) {
        return;
    }
    const std::optional<Operation> displaced = thread_->operations.put(*request, operation);
    if (!displaced) {
        return;
    }
    if (displaced->active && !displaced->receives) { // a send that was complete at once
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
    start(request, transfer(sent, received));
}

void Call::starts_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                       Bytes bytes) noexcept {
    if (destination != MPI_PROC_NULL) {
        start(request, send(communicator, destination, bytes));
    }
}

void Call::starts_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept {
    if (source != MPI_PROC_NULL) {
        start(request, receive(thread_->communicator(communicator).partners));
    }
}

void Call::starts_access(const MPI_Request* request, MPI_Win window, int rank, Bytes sent,
                         Bytes received) noexcept {
    if (rank == MPI_PROC_NULL) {
        return;
    }
    Operation operation = transfer(sent, received);
    operation.sends = sent != 0;
    operation.gets = received != 0;
    operation.partner = rank;
    operation.partners = thread_->window(window);
    start(request, operation);
}

void Call::starts_matched(const MPI_Request* request, MPI_Message message) noexcept {
    const Partners* const* const known = thread_->messages.find(message);
    start(request, receive(known == nullptr ? nullptr : *known));
}

void Call::prepares(const MPI_Request* request, Bytes sent, Bytes received) noexcept {
    prepare(request, transfer(sent, received));
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
        prepare(request, receive(thread_->communicator(communicator).partners));
    }
}

void Call::starts_again(int count, const MPI_Request* requests) noexcept {
    for (int i = 0; i < count; ++i) {
        if (Operation* const known = thread_->operations.find(requests[i])) {
            begins(*known);
        }
    }
}

void Call::forgets(const MPI_Request* request) noexcept {
    thread_->operations.forget(*request);
}

Completion::Completion(Call& call, int count, MPI_Request* requests, MPI_Status* statuses) noexcept
    : call_(&call), count_(count > 0 ? count : 0), requests_(requests), statuses_(statuses) {
    const auto size = static_cast<std::size_t>(count_);
    ThreadCounts& thread = call.thread();
    try {
        if (thread.requests.size() < size) {
            thread.requests.resize(size);
        }
        if (statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE) {
            if (thread.statuses.size() < size) {
                thread.statuses.resize(size);
            }
            statuses_ = thread.statuses.data();
        }
    } catch (const std::bad_alloc&) {
        statuses_ = statuses;
        count_ = 0;
    }
    std::copy_n(requests, count_, thread.requests.begin());
}

void Completion::waited(int outcome) noexcept {
    for (int i = 0; outcome != MPI_SUCCESS && i < count_; ++i) {
        if (requests_[i] == MPI_REQUEST_NULL) {
            complete(i, nullptr);
        }
    }
}

void Completion::all() noexcept {
    const auto requests = call_->thread().requests.begin();
    const auto none = std::count(requests, requests + count_, MPI_REQUEST_NULL);
    share_ = call_->ticks() / static_cast<Ticks>(std::max<std::ptrdiff_t>(count_ - none, 1));
    for (int i = 0; i < count_; ++i) {
        complete(i, statuses_ + i);
    }
}

void Completion::one(int index) noexcept {
    if (index >= 0 && index < count_) {
        share_ = call_->ticks();
        complete(index, statuses_);
    }
}

void Completion::some(int count, const int* indices) noexcept {
    share_ = call_->ticks() / static_cast<Ticks>(std::max(count, 1));
    for (int i = 0; i < count && indices[i] >= 0 && indices[i] < count_; ++i) {
        complete(indices[i], statuses_ + i);
    }
}

void Completion::complete(int index, const MPI_Status* status) noexcept {
    ThreadCounts& thread = call_->thread();
    const MPI_Request request = thread.requests[static_cast<std::size_t>(index)];
    const std::optional<Operation> operation = thread.operations.complete(request);
    if (!operation) {
        return;
    }
    const Ticks in_flight = call_->end_ticks() - operation->start;
    const Ticks communicating = thread.communication - operation->communication;
    format::MpiRoutineCounts& counts = thread.routines[operation->routine];
    add(counts.completed, 1);
    add(counts.in_flight, in_flight);
    add(counts.hidden, in_flight - std::min(communicating, in_flight));
    if (operation->sends || operation->gets) {
        add(thread.partner(operation->partners, operation->partner).ticks, share_);
    }
    if (operation->receives && status != nullptr) {
        receive(*operation, *status);
    }
}

void Completion::receive(const Operation& operation, const MPI_Status& status) noexcept {
    int cancelled = 0;
    PMPI_Test_cancelled(&status, &cancelled);
    if (cancelled != 0 || status.MPI_SOURCE == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(status);
    ThreadCounts& thread = call_->thread();
    add(thread.routines[operation.routine].bytes_received, bytes);
    add(operation.path->bytes_received, bytes);
    thread.count_received(operation.partners, status.MPI_SOURCE, bytes, share_);
}

} // namespace proxima::mpi
