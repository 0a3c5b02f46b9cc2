// Gathers the records of runs into measurements, to which models are fitted.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     const auto gathered = gather::gather({run}, {});
//     for (const auto& one : gathered.measurements) {
//         std::cout << one.component << '.' << one.method << ' ' << one.metric << '\n';
//     }
//
// Units: microseconds.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throws base::Error if a run has no records.
#pragma once

#include <proxima/compare/interactions.hpp>
#include <proxima/gather/measurements.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace proxima::rundir {
struct RecordedMethod;
}

namespace proxima::gather {

/// Most ranks whose models are told apart.
constexpr std::size_t most_ranks = 16;

struct GatherOptions {
    /// Selects methods of instances; unset selects all.
    std::function<bool(const std::string& instance, const rundir::RecordedMethod&)> wanted;
    /// Called now and then with the bytes read and the bytes to read, of all runs together.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    Statistic statistic = Statistic::automatic;
    /// A counter to gather in addition to the times, or empty.
    std::string counter = {};
    bool by_rank = false; ///< makes the rank a discrete parameter; for at most `most_ranks`
    bool by_path = false; ///< separates the call paths of a method
    /// Facts that the records of each run do not contain, or empty. All runs have the same
    /// parameters.
    std::vector<RunContext> facts = {};
};

struct Gathered {
    /// Measurements of each instance, implementation, method and metric, sorted by instance, port
    /// and method. Metrics are `time`; `computation` and `communication` if the method
    /// communicates; `exclusive` if it calls measured methods and all calls were recorded; and the
    /// counter. Where inputs of the runs differ, a run is a measurement of `calls` (of a rank) and
    /// of `mean NAME` for the numbers of each call path; their parameters are these inputs.
    std::vector<Measurements> measurements;
    /// Effects of classes on other instances, where the runs differ in classes. The class that has
    /// the strongest effect on a method is a discrete parameter of its measurements, with the name
    /// of the instance.
    std::vector<compare::ClassEffect> interactions;
    std::uint64_t records = 0;
    std::vector<std::string> problems; ///< unreadable parts, one line each
};

/// Reads the records of all runs as if they were one run. Numbers become parameters, names and
/// truth values discrete parameters; so do, for methods that record no whole number, inputs that
/// differ between the runs. Throws base::Error if a run has no records or a wrong components.json,
/// or if there are too many ranks for `by_rank`.
Gathered gather(const std::vector<rundir::RunDirectory>& runs, const GatherOptions& options);

} // namespace proxima::gather
