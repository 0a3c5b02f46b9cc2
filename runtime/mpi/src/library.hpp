// What the sources of this library share.
#pragma once

#include <proxima/detail/communication.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/mpi/thread_use.hpp>

#include <csignal>
#include <string>

namespace proxima::mpi {

// While it lives what the thread does is measuring, and none of the application's signal handlers
// runs on it: one that never comes back (it calls exit(), or jumps out) leaves no lock behind. Only
// while the run measures, and not within another one of the same thread.
class SlowWay {
public:
    SlowWay() noexcept : begin_(detail::clock_ticks()) {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SlowWay(const SlowWay&) = delete;
    SlowWay& operator=(const SlowWay&) = delete;
    ~SlowWay() {
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        detail::add_overhead(detail::clock_ticks() - begin_);
    }

private:
    Ticks begin_;
    sigset_t before_;
};

// Whether the application uses the MPI that this library was built for.
bool is_right_library();
void say_wrong_library();

// Passes all calls on to the libproxima_mpi beside this one that was built for the application's
// MPI. False if there is none, or if this is the right one.
bool hand_over() noexcept;

// What the MPI says of itself, one line.
std::string library_version();

// The level of thread support that it gives, by name; after MPI_Init.
const char* thread_level() noexcept;

// What a wrapper adds to a call within an invocation that also counts what it moves. Takes about a
// tenth of a millisecond, and leaves no trace in what is measured. 0 if the measurement of MPI is
// switched off. Throws std::bad_alloc.
detail::CallCost cost_of_one_call(double nanoseconds_per_tick);

// Once: begins the run if it is configured, and checks the MPI.
void decide_whether_to_measure() noexcept;

// What this process is of its job, for the counts of all threads. Without MPI_Init it is rank 0
// of 1.
void know_job(int rank, int ranks, const char* thread_level);

// Of all threads of this process.
format::MpiReport own_report();

} // namespace proxima::mpi
