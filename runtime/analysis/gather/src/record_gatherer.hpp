// Sums up records by instance, method and parameters while they are read.
#pragma once

#include <proxima/gather/gather.hpp>
#include <proxima/gather/point_table.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace proxima::gather {

// Sums up the invocations of one method of one instance.
class MethodTable {
public:
    struct Wishes {
        bool with_rank;      // makes the rank a parameter
        std::string counter; // metric in addition to the times; may be empty
        std::string path;    // callers; empty: all callers together
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
    void add(std::uint32_t rank, const rundir::RecordedMethod& method, const rundir::Record& record,
             const Callees& callees);

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
    bool with_rank_;
    std::size_t met_ = 0; // number of the latest run, from 1
    std::string counter_;
    bool counter_in_ns_ = false;
    bool calls_ = false; // true if it has measured callees
    bool callees_known_ = true;
    std::vector<double> values_;      // one for each metric
    std::optional<PointTable> table_; // set by the constructor
    std::vector<double> at_;
    std::vector<std::uint32_t> in_;
};

class RecordGatherer : public rundir::RecordVisitor {
public:
    RecordGatherer(const GatherOptions& options, bool with_rank)
        : options_(options), with_rank_(with_rank) {}

    // Called before a run is read. `methods` are all methods of the run, which tell overloads.
    void begin_run(const std::string& run, RunContext facts,
                   std::vector<rundir::RecordedMethod> methods, std::uint64_t bytes_before,
                   std::uint64_t bytes_of_all);

    void begin_thread(const rundir::Thread& thread) override;
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                    std::size_t count) override;
    void end_thread(const rundir::Thread& thread) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override;

    std::vector<Measurements> measurements(const Measurements& common) const;

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

    // A call path of the thread being read.
    struct Path {
        MethodTable* table = nullptr;      // null: not selected
        MethodTable::Callees callees = {}; // time since its last invocation ended
        std::uint64_t recorded = 0;
        std::uint64_t invocations = 0; // number in the statistics; 0: all were recorded
    };

    MethodTable* table_of(const rundir::Thread& thread, std::size_t call_path);
    MethodTable::Callees take_callees(const rundir::Thread& thread, const rundir::Record& record);
    void lose_callees(std::size_t path);

    const GatherOptions& options_;
    bool with_rank_;
    std::vector<rundir::RecordedMethod> methods_;
    std::string run_;
    RunContext facts_;     // facts about the present run
    std::size_t runs_ = 0; // number of runs begun
    std::uint64_t bytes_before_ = 0;
    std::uint64_t bytes_of_all_ = 0;
    std::vector<Path> paths_;
    std::uint64_t thread_ = 0;
    std::map<Key, std::unique_ptr<MethodTable>> tables_;
};

} // namespace proxima::gather
