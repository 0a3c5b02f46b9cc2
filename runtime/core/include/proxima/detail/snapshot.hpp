/// \file
/// What has been measured until now, read while the measured threads go on. Not for users: Query
/// and PerfParam of the measurement interface are made of it.
#pragma once

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/event_values.hpp>
#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

/// What a call site is called. The texts live as long as the process.
struct SiteNames {
    const std::string* port = nullptr;
    const std::string* instance = nullptr;
    const std::string* method = nullptr;
    const std::string* signature = nullptr;
    const std::string* user = nullptr; ///< by which connection it is called; empty if by none
    const std::string* uses_port = nullptr;
};

/// Invocations that have ended, in ticks.
struct EndedCalls {
    std::uint64_t calls = 0;
    std::uint64_t sum = 0;
    double squares = 0;
    std::uint64_t minimum = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t maximum = 0;
    std::uint64_t communication = 0;
};

/// Those of a node whose first parameter is in one bin; see FORMAT.md, "Bins".
struct SnapshotBin {
    int number = 0;
    EndedCalls ended;
};

/// A node of a thread's call tree. Times in ticks; counters as the run's counters= names them.
struct SnapshotNode {
    std::size_t parent = 0;  ///< among the nodes of the thread; of the root, which is first: itself
    SiteNames names;         ///< of the root: nothing
    std::uint64_t calls = 0; ///< completed, and the open one
    std::uint64_t inclusive = 0; ///< the same, the open one until now
    std::uint64_t exclusive = 0;
    std::uint64_t communication = 0; ///< the part of inclusive
    EndedCalls ended;
    std::vector<SnapshotBin> bins;      ///< of what ended; none with records=all
    std::vector<std::uint64_t> counted; ///< of the completed ones
    std::optional<EventValues> values;  ///< if it is an event
};

struct ThreadSnapshot {
    std::uint32_t number = 0;
    std::vector<SnapshotNode> nodes;    ///< parents first
    std::vector<std::size_t> open_path; ///< the outermost first
    /// Invocations read from the thread's buffer that no snapshot has read before. Each has taken
    /// memory from the thread's cache that it will write to again.
    std::uint64_t fresh = 0;
};

/// Of all threads, one after the other: what is said of a thread belongs to one moment, and is
/// never less than what was said before. A thread that measures waits for it only if it empties its
/// buffer, or makes a node, just while the statistics of its tree are copied. Throws nothing but
/// std::bad_alloc.
PROXIMA_API std::vector<ThreadSnapshot> snapshot();

/// What the run reads besides the clock.
PROXIMA_API std::vector<CounterInfo> call_counters();

/// A routine of MPI, all threads together.
struct RoutineTotal {
    const char* name; ///< lives as long as the process
    std::uint64_t calls;
    std::uint64_t ticks;
};

/// Appends the routines that have been called. Called by any thread at any time; throws nothing but
/// std::bad_alloc.
using RoutineTotals = void (*)(std::vector<RoutineTotal>&);

/// For the library that measures MPI, once. Snapshots ask `totals` from then on.
PROXIMA_API void report_routines(RoutineTotals totals) noexcept;
PROXIMA_API std::vector<RoutineTotal> routine_totals();

/// From now on all invocations are kept in memory, as rows; or those of one call site.
PROXIMA_API void keep_rows();
PROXIMA_API void keep_rows_of(Site site);
/// Or of methods, "instance.method", that match a pattern, those that are called later included.
/// Throws nothing but std::bad_alloc.
PROXIMA_API void keep_rows_of_methods(std::string_view pattern);

/// The invocations of one call site, in the order in which they ended on each thread.
struct Rows {
    SiteNames names;
    std::vector<std::string> columns; ///< of parameters, then of counters
    /// What values of the columns are called, where they have names.
    std::vector<std::map<std::int64_t, std::string>> words;
    std::size_t width = 0;      ///< values of a row: its duration, communication, columns
    std::vector<double> values; ///< row by row; times in ticks, counters as they are
};

/// Those of the sites for which `wanted` is true, sites without rows left out. With `forget` they
/// are handed over, else copied. Throws nothing but std::bad_alloc.
PROXIMA_API std::vector<Rows> take_rows(bool (*wanted)(const SiteNames&, const void* context),
                                        const void* context, bool forget);

} // namespace proxima::detail
