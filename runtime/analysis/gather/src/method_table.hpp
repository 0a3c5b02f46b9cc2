// Sums up the invocations of a method by their parameters.
#pragma once

#include <proxima/gather/measurements.hpp>
#include <proxima/gather/point_table.hpp>
#include <proxima/rundir/records.hpp>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace proxima::gather {

// Sums up the invocations of one method of one instance.
class MethodTable {
public:
    struct Wishes {
        bool with_rank;      // makes the rank a parameter
        std::string counter; // metric in addition to the times; may be empty
        std::string path;    // callers; empty: all callers together
        PointBudget& budget;
    };

    // `facts` belong to the first run that has the method.
    MethodTable(std::string instance, const rundir::RecordedMethod& method,
                std::string display_name, const Wishes& wishes, const RunContext& facts);

    // Sets the parameters of a run; called before its records are added.
    void meet_run(std::size_t number, const std::string& run, const RunContext& facts);

    // The time of an invocation's measured callees.
    struct Callees {
        double ns = 0;
        double communication_ns = 0;
    };

    // Adds an invocation. `method` is the definition of the invocation's thread.
    void add(const Origin& origin, const rundir::RecordedMethod& method,
             const rundir::Record& record, const Callees& callees);

    // Returns the number of a call path, for Origin::path.
    std::uint32_t path_number(const std::string& callers);

    // Notes that invocations or their callees were not recorded.
    void lose_callees() { callees_known_ = false; }

    // Appends the measurements of each metric.
    void write(const Measurements& common, Statistic statistic,
               std::vector<Measurements>& all) const;

private:
    // Returns the number of a name, in order of appearance.
    std::uint32_t number_of(std::size_t discrete, std::string value);
    void add_discrete(const rundir::RecordedMethod& method, const rundir::Record& record);

    // True if metric number `metric` was measured and differs from `time`.
    bool has(std::size_t metric) const;
    const rundir::RecordedParameter* counter_of(const rundir::RecordedMethod& method) const;

    // Description of the measurements of all metrics. Its parameters are the recorded ones, then
    // those of the run; its discrete parameters likewise, then the rank.
    Measurements described_;
    std::vector<std::size_t> numeric_; // indices of the method's parameters
    std::vector<std::size_t> named_;
    std::vector<std::unordered_map<std::string, std::uint32_t>> numbers_;
    std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> numbers_of_words_;
    PointBudget& budget_;
    bool with_rank_;
    std::size_t met_ = 0; // number of the latest run, from 1
    std::string counter_;
    bool counter_in_ns_ = false;
    bool calls_ = false; // true if it has measured callees
    bool callees_known_ = true;
    std::uint64_t incomplete_ = 0;    // invocations left out, because a value is missing
    std::vector<double> values_;      // one for each metric
    std::optional<PointTable> table_; // set by the constructor
    std::vector<double> at_;
    std::vector<std::uint32_t> in_;
};

// The class of an instance, or its name if the run does not state one.
std::string implementation_of(const std::string& instance, const RunContext& facts);

} // namespace proxima::gather
