// Configures the run and switches measuring on and off from inside the application. Without it the
// environment variable PROXIMA configures the run, when the program constructs its first proxy.
//
//     if (!proxima::configure("records=every:10,output=run1")) {
//         std::cerr << "Proxima is configured already, or has printed an error\n";
//     }
//     proxima::disable(); // measures no initialization
//     proxima::enable();
//     proxima::finish(); // completes the run directory before the process exits
//
// The configuration is a comma-separated list of `key=value`. The word `on` alone measures with
// the defaults, `off` measures nothing, `help` prints the keys:
// - `records=RECORDS`: which invocations are recorded. The statistics always cover all of them.
//   With all but `all`, most calls below a microsecond that call nothing measured are counted, but
//   read no clock, once their mean is known within 1 %: then their times are estimated from one in
//   32 of them, chosen at random, and marked by ~ in reports. Calls stay exact
//   - `all` (default)
//   - `every:N`: the first of each call path and thread, then every Nth
//   - `first:N`: the first N of each call path, thread and bin of the first recorded parameter
//   - `aggregate`: none; the statistics survive a kill
//   - `off`: none, and no record files; a kill loses the statistics
//   Bins are powers of two of a number, or values of a truth value or an enumeration.
// - `methods=GLOB=RECORDS[;GLOB=RECORDS...]`: RECORDS (not `off`) for some methods, named as in
//   include=; the last rule that matches decides
// - `output=DIRECTORY`: the run directory (default proxima-run). If it exists and is not empty,
//   the runtime makes DIRECTORY-2, and so on
// - `start=on|off`: whether to measure from the start (default on)
// - `include=GLOB[;GLOB...]`, `exclude=GLOB[;GLOB...]`: which methods to measure, named
//   `port::method` or `port::method(types)`; `*` matches any characters, `?` one. Of all these
//   rules the last that matches decides; a method that none matches is measured unless the first
//   rule is an include. Brackets must match: `*::operator?` stands for operator<. Patterns that
//   begin with `MPI_` are for MPI routines instead, and have no effect on methods
// - `clock=auto|tsc|monotonic` (default auto: the processor's counter, where it can be trusted)
// - `depth=N`: levels of calls that are measured (default 256). The time of deeper calls counts
//   for their caller; run.json counts them in `losses`
// - `limit=SIZE`: bytes that the record files of the process may take together, such as 500M or
//   10G (default half of the disk space that is free at the start). At the limit recording stops,
//   the statistics stay exact, and run.json counts the missing records
// - `counters=NAME[;NAME...]`: counters that every measured call and timer reads besides the wall
//   clock, at most 15: THREAD_CPU_TIME, READY_TIME (runnable, but without a processor),
//   PROCESS_CPU_TIME, PAGE_FAULTS, and PAPI's, such as PAPI_TOT_INS. They are columns of the
//   records and metrics of the call graph; run.json has the cost of reading them. Unavailable
//   counters are reported once, with the available ones, and skipped
// - `overhead=SHARE|off`: processor time that measuring may add, from 0.1% to 100% (default off; 5%
//   for functions of instrumented sources). Methods that cost too much are estimated or switched
//   off; run.json has each change in `overhead_budget`
// - `locks=on|off`: whether waiting for locks of the thread library is measured (default off).
// Needs
//   libproxima_threads
// - `sample=TIME`: processor time between stack samples of each measured thread, from 50us to
//   1000ms (default none). Uses SIGURG; refused with one line if the application handles it
// - `rank-rows=N`: MPI ranks that have rows of their own in callgraph.json and mpi.json (default
//   64); the rest are taken together
// - `ranks=all|measured`: `all` says that all MPI ranks measure, so that none is asked (default
//   measured). Needed where the launcher knows neither PMIx nor Hydra's PMI
// - `mpi=calls|counts`: whether each MPI call is an invocation, beside being counted (default
//   counts)
// - `wait=SECONDS`: how long MPI_Finalize waits for all MPI ranks, to merge what they have measured
//   (default 3600). Then it leaves the run open, and `proxima recover` completes it
// - `copy-every=SECONDS`: interval at which buffers are copied into the run directory where they
//   must be in /dev/shm (default 10)
// - `quiet=on|off`: whether to leave out the line that names the run directory (default off)
//
// Thread safety: all functions may be called from any thread. Never call them from a signal
// handler: they wait for locks that the interrupted thread may hold.
// Errors: functions never throw, but for outline_of(), which may throw std::bad_alloc. An unknown
// key or value prints one line that lists the valid ones, and the application runs unmeasured; an
// unknown counter is skipped.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/text_view.hpp>

#include <string>

namespace proxima {

/// Configures the run, instead of the environment; the first configuration of a process stands.
/// Returns whether `configuration` was taken: false if it has an error, or comes too late.
PROXIMA_API bool configure(TextView configuration) noexcept;

/// Measures from now on, as far as the configuration selects methods. Without effect while the
/// runtime is not configured, and after finish().
PROXIMA_API void enable() noexcept;

/// Measures no invocation that begins from now on; those that are open are recorded when they end.
PROXIMA_API void disable() noexcept;

/// Ends the run: writes everything out and completes the run directory. Proxies only forward
/// afterwards. Happens by itself when the process exits; calling it again has no effect.
PROXIMA_API void finish() noexcept;

/// The outline of a configuration, for programs that start measured programs.
struct ConfigurationOutline {
    std::string problem;   ///< one line: the error and the valid values; empty if valid
    bool measures = false; ///< anything is measured
    bool records = false;  ///< invocations of some methods are recorded
};

/// Parses the text as configure() does, and configures nothing.
PROXIMA_API ConfigurationOutline outline_of(TextView configuration);

} // namespace proxima
