/// \file
/// What the generated wrappers of MPI are made of (proxima-gen --pmpi). Not for users.
///
/// A measured call does two reads of the clock and a handful of stores into memory that its thread
/// owns: no lock, no allocation, no system call.
#pragma once

#include <proxima/communication.hpp>
#include <proxima/mpi/communicator.hpp>
#include <proxima/mpi/operations.hpp>
#include <proxima/mpi/thread_use.hpp>
#include <proxima/run_facts.hpp>
#include <proxima/ticks.hpp>

#include <mpi.h>

namespace proxima::mpi {

/// Says that handles may change their meaning.
inline void forget_communicators() noexcept {
    Communicators::forget();
}
inline void forget_datatypes() noexcept {
    DatatypeSizes::forget();
}

/// MPI_Pcontrol: level 0 switches the measurement of MPI off, all others on.
inline void control(int level) noexcept {
    __atomic_store_n(&detail::communication_active, level != 0 ? 1 : 0, __ATOMIC_RELAXED);
}

inline bool in_place(const void* buffer) noexcept {
    return buffer == MPI_IN_PLACE;
}

/// The ranks of all processes meet in one run; in MPI_Init.
void initialized() noexcept;
/// The measurements of all ranks are merged and written; in MPI_Finalize.
void finalize() noexcept;
/// The run of this rank alone is completed; in MPI_Abort.
void abort_run() noexcept;

/// Members of a communicator, as collective operations see them.
class Group {
public:
    explicit Group(Communicator& communicator) noexcept : communicator_(&communicator) {}

    int size() const noexcept { return communicator_->size; }
    int rank() const noexcept { return communicator_->rank; }
    Bytes peers() const noexcept { return static_cast<Bytes>(communicator_->peers); }
    Bytes sources() const noexcept { return static_cast<Bytes>(communicator_->sources); }
    Bytes destinations() const noexcept { return static_cast<Bytes>(communicator_->destinations); }

    bool is_root(int root) const noexcept {
        return root == (communicator_->inter != 0 ? MPI_ROOT : communicator_->rank);
    }
    /// Gets what the root has.
    bool is_leaf(int root) const noexcept {
        return communicator_->inter != 0 ? root >= 0 : root != communicator_->rank;
    }
    /// Gives to the root; within one group the root does so itself.
    bool contributes(int root) const noexcept { return communicator_->inter == 0 || root >= 0; }

    Communicator& communicator() const noexcept { return *communicator_; }

private:
    Communicator* communicator_;
};

/// The status that MPI fills in, whether or not the application wants one.
class OwnStatus {
public:
    explicit OwnStatus(MPI_Status* given) noexcept
        : status_(given == MPI_STATUS_IGNORE ? &own_ : given) {}
    OwnStatus(const OwnStatus&) = delete;
    OwnStatus& operator=(const OwnStatus&) = delete;

    MPI_Status* status() noexcept { return status_; }

private:
    MPI_Status own_;
    MPI_Status* status_;
};

/// What a receive has got.
Bytes received_bytes(const MPI_Status& status) noexcept;

/// One call of a wrapper.
class Call {
public:
    [[gnu::always_inline]] explicit Call(unsigned routine) noexcept
        : routine_(routine), thread_(enter(routine, __builtin_frame_address(0))) {}

    bool is_measured() const noexcept { return thread_ != nullptr; }

    [[gnu::always_inline]] void begin() noexcept { begin_ = now(); }

    [[gnu::always_inline]] void end() noexcept {
        end_ = now();
        RoutineUse& use = thread_->routines[routine_];
        ++use.calls;
        use.ticks += ticks();
        thread_->frame = nullptr;
        detail::add_communication(ticks());
    }

    /// Counts a call that is not timed.
    void count() noexcept {
        ++thread_->routines[routine_].calls;
        thread_->frame = nullptr;
    }

    Ticks ticks() const noexcept { return end_ - begin_; }
    Ticks end_ticks() const noexcept { return end_; }
    unsigned routine() const noexcept { return routine_; }
    ThreadUse& thread() const noexcept { return *thread_; }

    template <class Count>
    Bytes bytes(Count count, MPI_Datatype type) noexcept {
        return static_cast<Bytes>(count) * thread_->datatypes.of(type);
    }

    template <class Count>
    Bytes bytes(const Count* counts, MPI_Datatype type, Bytes number) noexcept {
        Bytes elements = 0;
        for (Bytes i = 0; i < number; ++i) {
            elements += static_cast<Bytes>(counts[i]);
        }
        return elements * thread_->datatypes.of(type);
    }

    template <class Count>
    Bytes bytes(const Count* counts, const MPI_Datatype* types, Bytes number) noexcept {
        Bytes sum = 0;
        for (Bytes i = 0; i < number; ++i) {
            sum += counts[i] == 0 ? 0 : bytes(counts[i], types[i]);
        }
        return sum;
    }

    Group group(MPI_Comm communicator) noexcept {
        return Group(thread_->communicators.of(communicator));
    }

    void moves(Bytes sent, Bytes received) noexcept;
    void moves(const Group& group, Bytes sent, Bytes received) noexcept;
    void sends(MPI_Comm communicator, int destination, Bytes bytes) noexcept;
    void receives(MPI_Comm communicator, OwnStatus& status) noexcept;
    void exchanges(MPI_Comm communicator, int destination, Bytes bytes, OwnStatus& status) noexcept;

    /// Messages that a probe has matched to a receive.
    void matches(MPI_Comm communicator, const MPI_Message* message) noexcept;
    void receives_matched(MPI_Message message, OwnStatus& status) noexcept;
    void starts_matched(const MPI_Request* request, MPI_Message message) noexcept;

    /// Nonblocking operations; `request` is where their handle is.
    void starts(const MPI_Request* request, Bytes sent, Bytes received) noexcept;
    void starts(const MPI_Request* request, Bytes sent, Bytes received,
                const Group& group) noexcept;
    void starts_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                     Bytes bytes) noexcept;
    void starts_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept;

    /// Persistent operations.
    void prepares(const MPI_Request* request, Bytes sent, Bytes received) noexcept;
    void prepares(const MPI_Request* request, Bytes sent, Bytes received,
                  const Group& group) noexcept;
    void prepares_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                       Bytes bytes) noexcept;
    void prepares_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept;
    void starts_again(int count, const MPI_Request* requests) noexcept;

    void cancels(const MPI_Request* request) noexcept;
    void forgets(const MPI_Request* request) noexcept;

private:
    [[gnu::always_inline]] static ThreadUse* enter(unsigned routine, const void* frame) noexcept {
        if (__builtin_expect(__atomic_load_n(&detail::communication_active, __ATOMIC_RELAXED) == 0,
                             0)) {
            return nullptr;
        }
        ThreadUse* thread = current_use;
        if (__builtin_expect(thread == nullptr, 0)) {
            thread = attach();
            if (thread == nullptr) {
                return nullptr;
            }
        }
        // Deeper in the stack than the open call. A frame above it belongs to a call that was left
        // by longjmp or an exception.
        if (__builtin_expect(frame < thread->frame, 0)) {
            ++thread->routines[routine].nested;
            return nullptr;
        }
        thread->frame = frame;
        return thread;
    }

    [[gnu::always_inline]] static Ticks now() noexcept {
        return __builtin_expect(reads_counter, 1) ? detail::counter() : detail::clock_ticks();
    }

    void count_sent(Communicator& communicator, int destination, Bytes bytes) noexcept;
    void count_received(Communicator& communicator, int source, Bytes bytes) noexcept;
    Operation transfer(Bytes sent, Bytes received, Communicator* communicator) const noexcept;
    Operation send(MPI_Comm communicator, int destination, Bytes bytes) noexcept;
    Operation receive(Communicator* communicator) const noexcept;
    void start(const MPI_Request* request, Operation operation) noexcept;
    void prepare(const MPI_Request* request, Operation operation) noexcept;
    void begins(Operation& operation) noexcept;
    void add(const MPI_Request* request, const Operation& operation) noexcept;

    unsigned routine_;
    ThreadUse* thread_;
    Ticks begin_ = 0;
    Ticks end_ = 0;
};

/// A call that completes operations: keeps their requests, which MPI clears.
class Completion {
public:
    Completion(Call& call, int count, MPI_Request* requests, MPI_Status* statuses) noexcept;
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// Where MPI shall write the statuses.
    MPI_Status* statuses() noexcept { return statuses_; }

    /// After the call, whatever it has done.
    void waited(int outcome) noexcept;
    /// Those that the call has completed.
    void all() noexcept;
    void one(int index) noexcept;
    void some(int count, const int* indices) noexcept;

private:
    void complete(MPI_Request request, const MPI_Status* status) noexcept;
    void receive(const Operation& operation, const MPI_Status& status) noexcept;

    Call* call_;
    int count_;
    const MPI_Request* requests_;
    MPI_Status* statuses_;
};

} // namespace proxima::mpi
