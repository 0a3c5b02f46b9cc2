// Reads what has been measured while the measured threads go on. Not for users: Query and
// PerfParam of the measurement interface use it.
#pragma once

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::detail {

// The names of a call site. The texts live as long as the process.
struct CallSiteNames {
    const std::string* port = nullptr;
    const std::string* instance = nullptr;
    const std::string* method = nullptr;
    const std::string* signature = nullptr;
    const std::string* user = nullptr; // user of its connection; empty without one
    const std::string* uses_port = nullptr;
};

// The completed invocations of one bin; see FORMAT.md, "Bins".
struct SnapshotBin {
    int number = 0;
    format::TickStatistics ended;
};

// A node of a thread's call tree. Times in ticks; counters in the order of counters=.
struct SnapshotNode {
    std::size_t parent = 0;   // index; the root comes first and is its own parent
    bool is_stand_in = false; // of a call on another thread, whose time holds none of its callees
    CallSiteNames names;      // null for the root
    std::uint64_t calls = 0;  // completed and open ones
    std::uint64_t inclusive = 0; // an open call counts until now
    std::uint64_t exclusive = 0;
    std::uint64_t communication = 0;            // part of inclusive
    format::TickStatistics ended;               // completed calls
    std::vector<SnapshotBin> bins;              // bins of completed calls; empty with records=all
    std::vector<std::uint64_t> counted;         // counts of completed calls
    std::optional<format::Distribution> values; // values of an event
};

struct ThreadSnapshot {
    std::uint32_t number = 0;
    std::vector<SnapshotNode> nodes;    // parents first
    std::vector<std::size_t> open_path; // the outermost first
    // Invocations in the thread buffer that no snapshot has read before: reading each of them
    // takes cache lines from the thread.
    std::uint64_t fresh = 0;
};

// Reads all threads, one after another. The values of a thread belong to one moment and never
// decrease.
// A thread waits only if it drains its buffer, makes a node, or leaves a call the slow way while
// its statistics are copied.
// Throws only std::bad_alloc.
PROXIMA_API std::vector<ThreadSnapshot> snapshot();

// The call paths of the thread that got `section` from thread_section(), by the number of their
// node: "outer.call;inner.call". The first is empty. Throws only std::bad_alloc.
PROXIMA_API std::vector<std::string> call_paths(const void* section);

// The counters of the run.
PROXIMA_API std::vector<CounterInfo> call_counters();

// An MPI routine, summed over threads.
struct RoutineTotal {
    const char* name; // lives as long as the process
    std::uint64_t calls;
    std::uint64_t ticks;
};

// Appends the routines that have been called. Thread-safe; throws only std::bad_alloc.
using RoutineTotals = void (*)(std::vector<RoutineTotal>&);

// Called once by libproxima_mpi.
PROXIMA_API void report_routines(RoutineTotals totals) noexcept;
PROXIMA_API std::vector<RoutineTotal> routine_totals();

// Keeps future invocations in memory as rows, for all present and future methods whose
// "instance.method" matches the pattern. Throws only std::bad_alloc.
PROXIMA_API void keep_rows_of(std::string_view pattern);

// The invocations of one call site, in the order in which they ended on each thread.
struct Rows {
    CallSiteNames names;
    std::vector<std::string> columns; // parameters, then counters
    // The named values of each column.
    std::vector<std::map<std::int64_t, std::string>> words;
    std::size_t width = 0;      // values per row: duration, communication, columns
    std::vector<double> values; // row by row; times in ticks
};

// The rows of the call sites that are `wanted`. With `forget` they are handed over, else copied.
// Throws only std::bad_alloc.
PROXIMA_API std::vector<Rows> take_rows(bool (*wanted)(const CallSiteNames&, const void* context),
                                        const void* context, bool forget);

} // namespace proxima::detail
