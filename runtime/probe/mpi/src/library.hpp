// Shared by the sources of this library.
#pragma once

#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/mpi/thread_use.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>

namespace proxima::mpi {

// Blocks signals besides: a handler that never returns (it calls exit() or jumps) would leave a
// lock behind.
class OverheadSection {
public:
    OverheadSection() noexcept {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    OverheadSection(const OverheadSection&) = delete;
    OverheadSection& operator=(const OverheadSection&) = delete;
    ~OverheadSection() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    detail::OwnWork own_work_;
    sigset_t before_{};
};

// Tests whether this library was built for the application's MPI.
bool is_right_library();
void say_wrong_library();

// Forwards all calls to the libproxima_mpi for the application's MPI in the same folder. False if
// that is missing, or if this library is the right one.
bool hand_over() noexcept;

#ifdef PROXIMA_MPI_ENTRY
// Return addresses of calls of profiling names, plus one if they are the program's; see
// PROXIMA_MPI_ENTRY. Indexed by the lowest bits.
extern std::array<std::atomic<std::uintptr_t>, 16384>
    proxima_mpi_sites __asm__("proxima_mpi_sites");

// Decides whether a call of a profiling name is one that the program has made in Fortran; if the
// routine converts handles, of its public name, whether no Fortran interface has made it.
bool is_made_by_program(const void* caller, const char* routine) noexcept;
#endif

// Returns the version that MPI reports, one line.
std::string library_version();

// Returns the level of thread support; valid after MPI_Init.
const char* thread_level() noexcept;

// Measures the cost of a wrapper that counts bytes, within an invocation, in about 0.1 ms. Returns
// 0 if MPI is switched off. Throws std::bad_alloc.
detail::CallCost cost_of_one_call(double nanoseconds_per_tick);

// Begins the run if it is configured, and checks the MPI. Has an effect once.
void decide_whether_to_measure() noexcept;

// Sets the rank in the counts of all threads. Without MPI_Init it is rank 0 of 1.
void set_job(int rank, int ranks, const char* thread_level);

// Returns the report of this process.
format::MpiReport own_report();

// Nonblocking reductions over all ranks; see proxima/detail/ranks.hpp.

// Collective: makes a communicator for the reductions, and offers them.
void offer_reductions(MPI_Comm of_ranks);

// Collective, in MPI_Finalize: completes reductions that only some ranks have begun. False if some
// do not answer within the limit.
bool end_reductions(MPI_Comm of_ranks, std::chrono::seconds limit) noexcept;

} // namespace proxima::mpi
