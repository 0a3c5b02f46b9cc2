/// \file
/// What other libraries of the runtime need to know of the run. Not for users.
#pragma once

#include <proxima/detail/export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace proxima::detail {

struct RunFacts {
    bool measuring = false;          ///< configured to measure, and not finished
    bool counter_is_clock = false;   ///< counter() is what the run's clock reads
    double nanoseconds_per_tick = 1; ///< of the clock, as well as can be told by now
    int rank = 0;                    ///< of this process
    int ranks = 1;                   ///< processes that record into one run
};

/// What measuring adds to a call, in nanoseconds.
struct CallCost {
    double whole = 0;
    double inside = 0; ///< the part that lies within the time that is recorded of the call
};

/// Takes the configuration from the environment, unless there is one.
PROXIMA_API void begin_run() noexcept;

/// May be called by any thread at any time; throws nothing but std::bad_alloc.
PROXIMA_API RunFacts run_facts();

/// Switches methods on or off from now on, as a rule of include= or exclude= that comes last does;
/// what measures nothing at all stays so. Thread-safe, never throws; false if memory is short.
PROXIMA_API bool select_methods(const char* pattern, bool measured) noexcept;

/// Where the run is recorded; empty if nothing is. A run of several ranks has one directory once
/// they have met.
PROXIMA_API std::string run_directory();

/// Of a call of MPI, for run.json, which the ranks write when they meet or the run ends. May be
/// called by any thread.
PROXIMA_API void report_mpi_call_cost(CallCost cost) noexcept;

/// The run's clock, in ticks. Only while facts say that it is measuring, or after that.
PROXIMA_API std::uint64_t clock_ticks() noexcept;

} // namespace proxima::detail
