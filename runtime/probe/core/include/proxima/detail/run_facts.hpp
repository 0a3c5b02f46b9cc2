// The run, for the other libraries of the runtime. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace proxima::detail {

struct RunFacts {
    bool measuring = false;          // configured to measure, and not finished
    bool counter_is_clock = false;   // the run's clock is counter()
    double nanoseconds_per_tick = 1; // the best estimate until now
    int rank = 0;                    // rank of this process
    int ranks = 1;                   // processes that record into one run
    bool all_ranks_measure = false;  // ranks=all
    bool mpi_calls_are_invocations = false;
    std::chrono::seconds longest_wait{}; // for other ranks
};

// The time that measuring adds to a call, in nanoseconds.
struct CallCost {
    double whole = 0;
    double inside = 0; // the part inside the recorded duration
};

// Configures the run from the environment, unless it is configured already.
PROXIMA_API void begin_run() noexcept;

// Keeps measuring methods of instrumented sources within 5 % of the processor time, unless the
// configuration says otherwise, or measuring has begun without them.
PROXIMA_API void limit_overhead_of_sources() noexcept;

// Thread-safe; throws only std::bad_alloc.
PROXIMA_API RunFacts run_facts();

// Switches methods on or off, like a last rule of include= or exclude=. Has no effect while
// nothing is measured. Thread-safe, never throws; false if memory is short.
PROXIMA_API bool select_methods(const char* pattern, bool measured) noexcept;

// The run directory; empty if there is none. Ranks share one after MPI_Init.
PROXIMA_API std::string run_directory();

// The cost of an MPI call, for run.json. Thread-safe.
PROXIMA_API void report_mpi_call_cost(CallCost cost) noexcept;

// The run's clock, in ticks. Call it only once RunFacts::measuring has been true.
PROXIMA_API std::uint64_t clock_ticks() noexcept;

} // namespace proxima::detail
