// The invocations of each method of a run, summed up by their parameters.
// Units: nanoseconds. Thread-safety: one thread at a time.
#pragma once

#include <proxima/knowledge/run.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace proxima::knowledge {

using Json = nlohmann::ordered_json;

// Keeps combinations of parameters of a method apart up to most_combinations, and beyond that
// powers of two of the first parameter.
class MethodStatistics : public rundir::RecordVisitor {
public:
    static constexpr std::size_t most_combinations = 4096;

    MethodStatistics(const rundir::CallGraph& graph, const rundir::MethodNumbers& numbers,
                     const RunSettings& settings);

    void begin_thread(const rundir::Thread&) override { nodes_.clear(); }
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override;

    // An array with an object for each combination; empty unless all `calls` of the method are
    // known by their parameters.
    Json rows(std::size_t method, std::uint64_t calls) const;

private:
    using Words = std::vector<std::uint64_t>; // of the parameters; or a bin of the first
    struct Sums {
        rundir::Durations durations;
        std::optional<double> communication_ns = 0.0;
    };
    struct Table {
        std::optional<rundir::RecordedMethod> method; // once one of its records has come
        bool is_binned = false;
        std::uint64_t calls = 0;
        std::map<Words, Sums> sums;
    };

    static void add(Table& table, const rundir::RecordedMethod& method,
                    const rundir::Record& record);
    static void take_together(Table& table);
    static Json row(const Table& table, const Words& words, const Sums& sums);

    const rundir::CallGraph& graph_;
    const rundir::MethodNumbers& numbers_;
    const RunSettings& settings_;
    rundir::CallGraphIndex index_;
    std::vector<Table> recorded_;    // of each method
    std::vector<Table> binned_;      // by the runtime itself
    std::vector<std::size_t> nodes_; // of the call paths of the thread being read
};

} // namespace proxima::knowledge
