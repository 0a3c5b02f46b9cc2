// A run, as a knowledge base keeps it: call paths with their times, and statistics of the
// invocations by their parameters.
//
// Units: microseconds. Ownership: values. Thread-safety: as plain values.
#pragma once

#include <proxima/knowledge/machine.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::knowledge {

using Metadata = std::map<std::string, std::string>;

/// A recorded parameter of a method.
struct TimerParameter {
    std::string name;
    std::string type; ///< of C++, where it is known
};

/// A method of an instance.
struct Timer {
    std::string name;           ///< `instance.method`
    std::string component;      ///< the instance
    std::string implementation; ///< what stands behind it
    std::string port;
    std::string method;
    std::string signature;
    std::vector<TimerParameter> parameters;
};

struct CallPath {
    static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

    std::size_t timer = 0;
    std::size_t parent = no_parent; ///< comes before its children
    rundir::Binding binding = {};
};

/// What is measured: the time, the communication in it, and each counter.
struct Metric {
    std::string name;
    std::string unit;
};

struct MetricValue {
    double inclusive = 0;
    std::optional<double> exclusive; ///< unset where it is not known
};

/// A lane of a rank, or all of them together.
struct Thread {
    std::int64_t rank = 0;
    std::int64_t lane = 0;
    bool is_total = false;
};

struct CallData {
    std::size_t call_path = 0;
    std::size_t thread = 0;
    std::uint64_t calls = 0;
    std::uint64_t subroutines = 0; ///< calls made from there
    double min_us = 0;             ///< of the inclusive time of one invocation, as the next three
    double max_us = 0;
    double mean_us = 0;
    double stddev_us = 0;
    std::vector<MetricValue> values; ///< of the first metrics; the others are not known
};

/// The value of a parameter, or the values in a bin.
struct ParameterRange {
    std::string name;
    std::optional<double> low; ///< both included; unset: it is no number
    std::optional<double> high;
    std::string text; ///< as people read it: `16`, `16..31`, `strided`
};

/// The invocations of a timer with equal parameters.
struct InvocationStatistics {
    std::size_t timer = 0;
    std::vector<ParameterRange> parameters;
    std::uint64_t calls = 0;
    double sum_us = 0;
    double sum_of_squares_us2 = 0;
    double min_us = 0;
    double max_us = 0;
    std::optional<double> communication_us; ///< of all
};

/// Values of an event of the measurement interface, on a rank.
struct CounterStatistics {
    std::string name;
    std::int64_t rank = 0;
    std::uint64_t samples = 0;
    double min = 0;
    double max = 0;
    double mean = 0;
    double stddev = 0;
};

struct Trial {
    std::string experiment = "default";
    std::string name;
    /// A run is added once: what tells it from all others.
    std::string identity;
    std::string source;  ///< where the run is or was
    std::string started; ///< ISO 8601, UTC
    double duration_us = 0;
    int ranks = 1;
    bool is_complete = true; ///< the run has ended by itself
    Machine machine;
    Metadata metadata;
    std::vector<Timer> timers;
    std::vector<CallPath> call_paths;
    std::vector<Metric> metrics;
    std::vector<Thread> threads;
    std::vector<CallData> call_data;
    std::vector<InvocationStatistics> statistics;
    std::vector<CounterStatistics> counters;
    std::optional<std::int64_t> assembly; ///< what KnowledgeBase::add() has returned for it
};

struct TrialSettings {
    std::string experiment = "default";
    std::string name;  ///< empty: that of the run directory
    Metadata metadata; ///< besides what run.json says
    /// What stands behind an instance; others are called like the instance.
    std::map<std::string, std::string> implementations;
    /// Combinations of parameters of a method that are kept apart; if there are more, numbers are
    /// taken together by their power of two.
    std::size_t most_combinations = 4096;
    /// Called once in a while with bytes read and bytes to be read.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// Reads all that a base keeps of a run, whatever share of the invocations was recorded. What
/// cannot be read is said in `outcome`. Throws rundir::Error.
Trial read_trial(const rundir::RunDirectory& run, const TrialSettings& settings,
                 rundir::ReadOutcome& outcome);

} // namespace proxima::knowledge
