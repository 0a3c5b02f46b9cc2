#include <proxima/mpi/call.hpp>

#include <algorithm>
#include <new>

namespace proxima::mpi {

Completion::Completion(Call& call, int count, MPI_Request* requests, MPI_Status* statuses) noexcept
    : call_(&call), count_(count > 0 ? count : 0), requests_(requests), statuses_(statuses) {
    const auto size = static_cast<std::size_t>(count_);
    ThreadUse& thread = call.thread();
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
    call_->thread().waiting += call_->ticks();
    if (outcome == MPI_SUCCESS) {
        return;
    }
    for (int i = 0; i < count_; ++i) {
        if (requests_[i] == MPI_REQUEST_NULL) {
            complete(call_->thread().requests[static_cast<std::size_t>(i)], nullptr);
        }
    }
}

void Completion::all() noexcept {
    for (int i = 0; i < count_; ++i) {
        complete(call_->thread().requests[static_cast<std::size_t>(i)], statuses_ + i);
    }
}

void Completion::one(int index) noexcept {
    if (index >= 0 && index < count_) {
        complete(call_->thread().requests[static_cast<std::size_t>(index)], statuses_);
    }
}

void Completion::some(int count, const int* indices) noexcept {
    for (int i = 0; i < count && indices[i] >= 0 && indices[i] < count_; ++i) {
        complete(call_->thread().requests[static_cast<std::size_t>(indices[i])], statuses_ + i);
    }
}

void Completion::complete(MPI_Request request, const MPI_Status* status) noexcept {
    if (request == MPI_REQUEST_NULL) {
        return;
    }
    const std::optional<Operation> operation = operations().complete(request);
    if (!operation) {
        return;
    }
    ThreadUse& thread = call_->thread();
    const Ticks in_flight = call_->end_ticks() - operation->start;
    // Of a thread that did not begin the operation only this call is known to fall into its time.
    const bool own = operation->owner == &thread;
    const Ticks communicating =
        own ? thread.communication - operation->communication : call_->ticks();
    const Ticks waiting = own ? thread.waiting - operation->waiting : call_->ticks();
    format::MpiRoutineCounts& counts = thread.routines[operation->routine];
    add(counts.completed, 1);
    add(counts.in_flight, in_flight);
    add(counts.waiting, std::min(waiting, in_flight));
    add(counts.hidden, in_flight - std::min(communicating, in_flight));
    if (operation->receives && status != nullptr) {
        receive(*operation, *status);
    }
}

void Completion::receive(const Operation& operation, const MPI_Status& status) noexcept {
    int cancelled = 0;
    if (operation.cancelled) {
        PMPI_Test_cancelled(&status, &cancelled);
    }
    if (cancelled != 0 || status.MPI_SOURCE == MPI_PROC_NULL) {
        return;
    }
    const Bytes bytes = received_bytes(status);
    ThreadUse& thread = call_->thread();
    add(thread.routines[operation.routine].bytes_received, bytes);
    if (operation.communicator == nullptr) {
        return;
    }
    add(thread.counts(*operation.communicator).bytes_received, bytes);
    format::MpiPartnerCounts& partner = thread.partner(*operation.communicator, status.MPI_SOURCE);
    add(partner.messages_received, 1);
    add(partner.bytes_received, bytes);
}

} // namespace proxima::mpi
