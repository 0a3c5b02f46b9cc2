// Counts and times one MPI call. The generated wrappers of MPI (proxima-gen --pmpi) consist of
// these classes. Not for users.
//
// A measured call does two reads of the clock and a handful of stores into memory that its thread
// owns: no lock, no allocation, no system call.
//
// Units: times are in ticks, sizes in bytes.
// Thread safety: a Call belongs to one thread; functions may be called from any thread.
// Errors: nothing throws.
#pragma once

#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/detail/ticks.hpp>
#include <proxima/mpi/communicator.hpp>
#include <proxima/mpi/thread_use.hpp>

namespace proxima::mpi {

/// Implements MPI_Pcontrol: level 0 switches the measurement of MPI off, all others on.
inline void control(int level) noexcept {
    detail::switch_communication(level != 0);
}

inline bool in_place(const void* buffer) noexcept {
    return buffer == MPI_IN_PLACE;
}

/// Called in MPI_Init with its outcome: joins the ranks of all processes in one run.
void initialized(int outcome) noexcept;
/// Called in MPI_Finalize: merges and writes the measurements of all ranks.
void finalize() noexcept;
/// Called in MPI_Abort: leaves the run of this rank open, or completes it if it has no files.
void abort_run() noexcept;

/// The members of a communicator for collective operations.
class CommunicatorGroup {
public:
    explicit CommunicatorGroup(const Members& members) noexcept : members_(members) {}

    int size() const noexcept { return members_.size; }
    int rank() const noexcept { return members_.rank; }
    Bytes peers() const noexcept { return static_cast<Bytes>(members_.peers); }
    Bytes sources() const noexcept { return static_cast<Bytes>(members_.sources); }
    Bytes destinations() const noexcept { return static_cast<Bytes>(members_.destinations); }

    bool is_root(int root) const noexcept {
        return root == (members_.inter != 0 ? MPI_ROOT : members_.rank);
    }
    /// True for a rank that receives data of the root.
    bool is_leaf(int root) const noexcept {
        return members_.inter != 0 ? root >= 0 : root != members_.rank;
    }
    /// True for a rank that sends data to the root; within one group the root does, too.
    bool contributes(int root) const noexcept { return members_.inter == 0 || root >= 0; }

private:
    Members members_;
};

/// A status for MPI to fill in, even if the application ignores it.
class OwnStatus {
public:
    explicit OwnStatus(MPI_Status* given) noexcept
        : status_(given == MPI_STATUS_IGNORE ? &own_ : given) {}
    OwnStatus(const OwnStatus&) = delete;
    OwnStatus& operator=(const OwnStatus&) = delete;
    ~OwnStatus() = default;

    MPI_Status* status() noexcept { return status_; }

private:
    MPI_Status own_;
    MPI_Status* status_;
};

/// Bytes that a receive has received.
Bytes received_bytes(const MPI_Status& status) noexcept;

/// One call of a wrapped routine.
class Call {
public:
    [[gnu::always_inline]] explicit Call(unsigned routine) noexcept
        : routine_(routine), thread_(enter(routine, __builtin_frame_address(0))) {}

    bool is_measured() const noexcept { return thread_ != nullptr; }

    [[gnu::always_inline]] void begin() noexcept {
        begin_ = __builtin_expect(only_counts, 1) ? detail::counter() : enter();
    }

    /// Ends the call; later calls deeper in the stack are not nested in it.
    [[gnu::always_inline]] void end() noexcept {
        const bool is_short = __builtin_expect(only_counts, 1);
        end_ = is_short ? detail::counter() : detail::clock_ticks();
        const Ticks of_caller = is_short ? ticks() : leave();
        thread_->frame = nullptr;
        format::MpiRoutineCounts& counts = thread_->routines[routine_];
        add(counts.calls, 1);
        add(counts.ticks, ticks());
        path_ = &thread_->path(routine_);
        add(path_->calls, 1);
        add(path_->ticks, ticks());
        thread_->communication += ticks();
        detail::add_communication(of_caller);
    }

    /// Counts a call of a routine that is not timed, if it is measured.
    void count() noexcept {
        if (!is_measured()) {
            return;
        }
        add(thread_->routines[routine_].calls, 1);
        add(thread_->path(routine_).calls, 1);
        thread_->frame = nullptr;
    }

    Ticks ticks() const noexcept { return end_ - begin_; }
    Ticks end_ticks() const noexcept { return end_; }
    ThreadCounts& thread() const noexcept { return *thread_; }

    template <class Count>
    Bytes bytes(Count count, MPI_Datatype type) noexcept {
        return static_cast<Bytes>(count) * thread_->size_of(type);
    }

    template <class Count>
    Bytes bytes(const Count* counts, MPI_Datatype type, Bytes number) noexcept {
        Bytes elements = 0;
        for (Bytes i = 0; i < number; ++i) {
            elements += static_cast<Bytes>(counts[i]);
        }
        return elements * thread_->size_of(type);
    }

    template <class Count>
    Bytes bytes(const Count* counts, const MPI_Datatype* types, Bytes number) noexcept {
        Bytes sum = 0;
        for (Bytes i = 0; i < number; ++i) {
            sum += counts[i] == 0 ? 0 : bytes(counts[i], types[i]);
        }
        return sum;
    }

    CommunicatorGroup group(MPI_Comm communicator) noexcept {
        return CommunicatorGroup(thread_->communicator(communicator).members);
    }
    /// Asks MPI for the members again, because an earlier communicator may have had the same
    /// handle.
    static CommunicatorGroup group_now(MPI_Comm communicator) noexcept {
        return CommunicatorGroup(members_of(communicator));
    }

    void moves(Bytes sent, Bytes received) noexcept;
    void sends(MPI_Comm communicator, int destination, Bytes bytes) noexcept;
    void receives(MPI_Comm communicator, OwnStatus& status) noexcept;
    void exchanges(MPI_Comm communicator, int destination, Bytes bytes, OwnStatus& status) noexcept;

    /// Count what this rank moves to and from a rank of a window, and a wait for one.
    void accesses(MPI_Win window, int rank, Bytes sent, Bytes received) noexcept;
    void starts_access(const MPI_Request* request, MPI_Win window, int rank, Bytes sent,
                       Bytes received) noexcept;
    void waits_for(MPI_Win window, int rank) noexcept;

    /// Count messages that a probe has matched to a receive.
    void matches(MPI_Comm communicator, const MPI_Message* message) noexcept;
    void receives_matched(MPI_Message message, OwnStatus& status) noexcept;
    void starts_matched(const MPI_Request* request, MPI_Message message) noexcept;

    /// Begin nonblocking operations; `request` points to their handle.
    void starts(const MPI_Request* request, Bytes sent, Bytes received) noexcept;
    void starts_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                     Bytes bytes) noexcept;
    void starts_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept;
    /// Prepare and start persistent operations.
    void prepares(const MPI_Request* request, Bytes sent, Bytes received) noexcept;
    void prepares_send(const MPI_Request* request, MPI_Comm communicator, int destination,
                       Bytes bytes) noexcept;
    void prepares_receive(const MPI_Request* request, MPI_Comm communicator, int source) noexcept;
    void starts_again(int count, const MPI_Request* requests) noexcept;

    void forgets(const MPI_Request* request) noexcept;

private:
    [[gnu::always_inline]] static ThreadCounts* enter(unsigned routine,
                                                      const void* frame) noexcept {
        if (__builtin_expect(__atomic_load_n(&detail::communication_active, __ATOMIC_RELAXED) == 0,
                             0)) {
            return nullptr;
        }
        ThreadCounts* thread = current_use;
        if (__builtin_expect(thread == nullptr, 0)) {
            thread = attach();
            if (thread == nullptr) {
                return nullptr;
            }
        }
        if (__builtin_expect(is_left_out[routine], 0)) {
            return nullptr;
        }
        // A call deeper in the stack than the open call is nested in it. A call above it shows that
        // longjmp() left the open call.
        if (__builtin_expect(frame < thread->frame, 0)) {
            add(thread->routines[routine].nested, 1);
            return nullptr;
        }
        thread->frame = frame;
        return thread;
    }

    /// Enters the invocation of the call, if calls are invocations. Returns the time.
    Ticks enter() noexcept;
    /// Leaves it, with the time in MPI. Returns the ticks of which its caller does not know yet.
    Ticks leave() noexcept;

    void count_received(const Partners* partners, const MPI_Status& status) noexcept;
    /// Ticks of the call that count for one partner.
    Ticks share() const noexcept { return has_two_partners_ ? ticks() / 2 : ticks(); }
    Operation transfer(Bytes sent, Bytes received) const noexcept;
    Operation send(MPI_Comm communicator, int destination, Bytes bytes) noexcept;
    Operation receive(const Partners* partners) const noexcept;
    void start(const MPI_Request* request, Operation operation) noexcept;
    void prepare(const MPI_Request* request, Operation operation) noexcept;
    void begins(Operation& operation) noexcept;
    void follow(const MPI_Request* request, const Operation& operation) noexcept;

    unsigned routine_;
    ThreadCounts* thread_;
    format::MpiPathCounts* path_ = nullptr; ///< set by end()
    Ticks begin_ = 0;
    Ticks end_ = 0;
    bool has_two_partners_ = false;
};

/// A routine of a Fortran interface: at most six arguments, by reference; a result, if any, in a
/// general register.
using FortranRoutine = long(void*, void*, void*, void*, void*, void*);

/// Measures a call of a routine that moves no data, and forwards its arguments as they are.
inline long call_fortran(unsigned routine, FortranRoutine* function, void* a, void* b, void* c,
                         void* d, void* e, void* f) {
    Call call(routine);
    if (!call.is_measured()) {
        return function(a, b, c, d, e, f);
    }
    call.begin();
    const long result = function(a, b, c, d, e, f);
    call.end();
    return result;
}

/// A call that completes operations. Keeps copies of their requests, which MPI clears.
class Completion {
public:
    Completion(Call& call, int count, MPI_Request* requests, MPI_Status* statuses) noexcept;
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;
    ~Completion() = default;

    /// Memory for the statuses that MPI writes.
    MPI_Status* statuses() noexcept { return statuses_; }

    /// Called after the call with its outcome. A failed call may have completed some operations.
    void waited(int outcome) noexcept;
    /// Called when the call has completed all, one or some of the operations.
    void all() noexcept;
    void one(int index) noexcept;
    void some(int count, const int* indices) noexcept;

private:
    void complete(int index, const MPI_Status* status) noexcept;
    void receive(const Operation& operation, const MPI_Status& status) noexcept;

    Call* call_;
    Ticks share_ = 0; ///< part of the call's time for each completed operation
    int count_;
    const MPI_Request* requests_;
    MPI_Status* statuses_;
};

} // namespace proxima::mpi
