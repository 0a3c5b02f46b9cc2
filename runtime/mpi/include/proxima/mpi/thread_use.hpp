/// \file
/// What one thread has done with MPI. Only the thread writes to it; it is read when the run ends.
/// Not for users.
#pragma once

#include <proxima/communication.hpp>
#include <proxima/mpi/communicator.hpp>
#include <proxima/mpi/handle_cache.hpp>
#include <proxima/mpi/use_table.hpp>

#include <atomic>
#include <cstdint>
#include <mpi.h>
#include <vector>

namespace proxima::mpi {

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
    /// Ticks in MPI of all threads that it has belonged to; for the one that it belongs to now.
    Ticks communication() const noexcept {
        return earlier_communication + detail::thread_communication;
    }

    const void* frame = nullptr; ///< of the call that is open; null if there is none
    UseTable table;
    RoutineUse* routines = table.routines();
    Ticks waiting = 0;               ///< in calls that wait or test for completion
    Ticks earlier_communication = 0; ///< to be added to what the thread itself has communicated
    DatatypeSizes datatypes;
    Communicators communicators{table};
    HandleCache<MPI_Message, Communicator*> messages; ///< that a probe has matched
    std::vector<MPI_Request> requests;                ///< of the completing call that is open
    std::vector<MPI_Status> statuses;
};

/// Null until the thread's first measured call.
extern __thread ThreadUse* current_use __attribute__((tls_model("initial-exec")));

enum class Measuring : unsigned char { undecided, on, off };

/// Read by every call.
extern std::atomic<Measuring> measuring __asm__("proxima_mpi_measuring");
inline bool forwards() noexcept {
    return __builtin_expect(measuring.load(std::memory_order_relaxed) == Measuring::off, 0) != 0;
}
extern bool reads_counter; ///< whether the run's clock is the processor's counter

/// Makes up its mind whether to measure, if need be, and gives the thread its place. Null: only
/// forward.
ThreadUse* attach() noexcept;

} // namespace proxima::mpi
