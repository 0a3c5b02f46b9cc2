// How often a run calls each call path, and with which numbers on average.
#pragma once

#include <proxima/gather/gather.hpp>
#include <proxima/gather/point_table.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::gather {

// Reads the records of several runs with different inputs: a run is one measurement of `calls`, and
// of `mean NAME` for each number that the calls record. Leaves out call paths that are small in all
// runs.
class RunWork : public rundir::RecordVisitor {
public:
    // `inputs` are the names of the inputs that differ between the runs.
    RunWork(std::vector<std::string> inputs, PointBudget& budget)
        : inputs_(std::move(inputs)), budget_(budget) {}

    // `at` has a value for each input; `ranks` divides the calls: models are of one rank.
    void begin_run(const rundir::RunDirectory& run, std::vector<double> at, double ranks);
    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void end_run();

    void write(const Measurements& common, std::vector<Measurements>& all) const;

private:
    // The numbers that a node's calls recorded.
    struct Recorded {
        double count = 0;
        std::vector<std::string> names;
        std::vector<double> sums;
    };
    struct Path {
        Measurements described;
        std::vector<std::string> numbers; // names of the numbers that its calls record
        std::optional<PointTable> table;
        double share = 0; // greatest share of a run's time
    };

    void add(const rundir::RecordedMethod& method, const rundir::Record& record,
             Recorded& recorded) const;
    Path& path_of(std::size_t node);

    std::vector<std::string> inputs_;
    PointBudget& budget_;
    std::string run_;
    std::vector<double> at_;
    double ranks_ = 1;
    rundir::CallGraph graph_;
    std::optional<rundir::CallGraphIndex> index_;
    std::vector<std::size_t> nodes_; // of the call paths of the thread being read
    std::vector<Recorded> recorded_; // by node
    std::map<std::pair<std::string, std::string>, Path> paths_; // by callers and method
};

// Callers as a model names them: `driver.run -> mesh.advance`. Those of a very deep call path, or
// with very long names, begin with `...`.
class CallersText {
public:
    bool is_full() const { return names_.size() >= most_names || bytes_ >= most_bytes; }
    // Called with the nearest caller first, until it is full.
    void add(const std::string& name);
    std::string text() const;

private:
    static constexpr std::size_t most_names = 1024;
    static constexpr std::size_t most_bytes = 65536;

    std::vector<std::string> names_;
    std::size_t bytes_ = 0;
};

} // namespace proxima::gather
