// From the records of runs to measurements.
// Units: microseconds. Ownership: values. Thread-safety: different calls may run in different
// threads.
#pragma once

#include <proxima/gather/measurements.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {
struct RecordedMethod;
}

namespace proxima::gather {

/// A parameter of a whole run.
struct RunParameter {
    std::string name;
    std::string text;
    std::optional<double> number; ///< unset: it is discrete
    bool is_fallback = false;     ///< only of methods that record no number themselves
};

/// Facts about a run that its records do not contain.
struct RunContext {
    /// What stands behind its instances; else what `proxima run` has recorded, or the instance.
    std::map<std::string, std::string> implementations;
    std::vector<RunParameter> parameters; ///< of methods that record none of the same name
};

/// The class behind each instance, as `proxima run` has recorded it in components.json; empty for
/// other programs. Throws base::Error.
std::map<std::string, std::string> recorded_classes(const rundir::RunDirectory& run);

struct GatherOptions {
    /// Which methods of which instances; unset: all.
    std::function<bool(const std::string& instance, const rundir::RecordedMethod&)> wanted;
    /// Called once in a while with bytes read and bytes to be read, of all runs together.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
    Statistic statistic = Statistic::automatic;
    /// A counter to gather in addition to the times, or empty.
    std::string counter = {};
    bool by_rank = false; ///< the rank is a discrete parameter, with up to sixteen of them
    bool by_path = false; ///< measurements for each call path of a method
    /// Of each run, in their order; or none. All runs have the same parameters.
    std::vector<RunContext> facts = {};
};

struct Gathered {
    /// One for each instance, implementation, method and metric: `time`, and where some of it was
    /// communication `computation` and `communication`; where measured methods were called and all
    /// was recorded `exclusive`; the counter. In order of the instance, the port and the method.
    std::vector<Measurements> measurements;
    std::uint64_t records = 0;
    std::vector<std::string> problems; ///< what could not be read, one line each
};

/// Reads the records of all runs as if they had been one. Numbers are parameters, names and truth
/// values discrete parameters. Throws base::Error if a run has no records, Error if its
/// components.json is wrong.
Gathered gather(const std::vector<rundir::RunDirectory>& runs, const GatherOptions& options);

} // namespace proxima::gather
