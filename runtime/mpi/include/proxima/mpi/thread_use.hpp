/// \file
/// What one thread has done with MPI. Only the thread writes to it; it is read when the run ends.
/// Not for users.
#pragma once

#include <proxima/mpi/communicator.hpp>
#include <proxima/mpi/handle_cache.hpp>

#include <atomic>
#include <cstdint>
#include <mpi.h>
#include <vector>

namespace proxima::mpi {

/// Generated, one name for each wrapper.
extern const std::size_t routine_count;
extern const char* const routine_names[];

struct RoutineUse {
    std::uint64_t calls = 0;  ///< by the application
    std::uint64_t nested = 0; ///< from within MPI: calls of callbacks, or of MPI itself
    Ticks ticks = 0;          ///< in `calls`
    Bytes sent = 0;
    Bytes received = 0;
    // Of nonblocking operations that the routine has begun:
    std::uint64_t operations = 0;
    std::uint64_t completed = 0;
    Ticks in_flight = 0; ///< from the end of the routine to the end of the call that completes it
    Ticks waiting = 0;   ///< of that, in calls that wait or test for completion
    Ticks hidden = 0;    ///< of that, outside of MPI
};

/// Sizes of datatypes, as MPI_Type_size has them.
class DatatypeSizes {
public:
    Bytes of(MPI_Datatype type) noexcept {
        if (type == last_ && freed_ == freed()) {
            return last_size_;
        }
        return look_up(type);
    }

    /// Handles known until now may mean other datatypes from now on, to all threads.
    static void forget() noexcept { __atomic_add_fetch(&freed_count, 1, __ATOMIC_RELEASE); }

private:
    static std::uint64_t freed() noexcept {
        return __atomic_load_n(&freed_count, __ATOMIC_ACQUIRE);
    }

    Bytes look_up(MPI_Datatype type) noexcept;

    static std::uint64_t freed_count;

    MPI_Datatype last_ = MPI_DATATYPE_NULL;
    Bytes last_size_ = 0;
    std::uint64_t freed_ = 0;
    HandleCache<MPI_Datatype, Bytes> known_;
};

struct ThreadUse {
    ThreadUse() : routines(routine_count) {}

    const void* frame = nullptr; ///< of the call that is open; null if there is none
    std::vector<RoutineUse> routines;
    Ticks waiting = 0;           ///< in calls that wait or test for completion
    std::uint64_t untracked = 0; ///< operations that there was no room for
    DatatypeSizes datatypes;
    Communicators communicators;
    std::vector<MPI_Request> requests; ///< of the completing call that is open
    std::vector<MPI_Status> statuses;
};

/// Null until the thread's first measured call.
extern __thread ThreadUse* current_use __attribute__((tls_model("initial-exec")));

enum class Measuring : unsigned char { undecided, on, off };

/// Read by every call.
extern std::atomic<Measuring> measuring;
extern bool reads_counter; ///< whether the run's clock is the processor's counter

/// Makes up its mind whether to measure, if need be, and gives the thread its place. Null: only
/// forward.
ThreadUse* attach() noexcept;

} // namespace proxima::mpi
