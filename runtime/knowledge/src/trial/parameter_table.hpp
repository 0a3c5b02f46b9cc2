// Invocations of a method summed up by their parameters, in bounded memory.
// Units: nanoseconds. Thread-safety: as plain values.
#pragma once

#include <proxima/knowledge/trial.hpp>
#include <proxima/rundir/bins.hpp>
#include <proxima/rundir/records.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace proxima::knowledge {

struct Sums {
    std::uint64_t calls = 0;
    double total_ns = 0;
    double squares_ns2 = 0;
    double min_ns = 0;
    double max_ns = 0;
    double communication_ns = 0;
    bool knows_communication = true;

    void add(double duration_ns, double in_communication_ns);
    void merge(const Sums& more);
};

Sums sums_of(const rundir::Durations& durations);

/// Keeps all combinations of parameters apart; if there are too many of them, bins of them; and
/// if these are too many, or that is all that is known, bins of the first parameter.
class ParameterTable {
public:
    ParameterTable(std::vector<rundir::Parameter> parameters, std::size_t most_combinations);

    void add(const rundir::Record& record);
    void add(int bin, const Sums& sums);
    void merge(const ParameterTable& more);

    std::uint64_t calls() const { return calls_; }
    /// Appends a row for each combination.
    void write(std::size_t timer, std::vector<InvocationStatistics>& all) const;

private:
    using Key = std::vector<std::uint64_t>;
    enum class Detail { values, bins, first_bin };

    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

    Sums& entry(const Key& key);
    Key coarser(const Key& key, Detail from) const;
    void coarsen(Detail detail);
    std::vector<ParameterRange> ranges(const Key& key) const;
    ParameterRange value(const rundir::Parameter& parameter, const Key& key) const;

    std::vector<rundir::Parameter> parameters_; ///< without counters
    std::size_t words_ = 0;
    std::size_t most_;
    Detail detail_ = Detail::values;
    std::uint64_t calls_ = 0;
    std::unordered_map<Key, Sums, KeyHash> sums_;
    Key key_;
};

} // namespace proxima::knowledge
