// What the records of a run say of its timers and threads.
// Units: nanoseconds. Thread-safety: one thread at a time.
#pragma once

#include "trial/parameter_table.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/call_graph_index.hpp>
#include <proxima/rundir/durations.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <optional>
#include <vector>

namespace proxima::knowledge {

/// The timers of a call graph: its components, whichever connections they were called by.
struct TimerNumbers {
    explicit TimerNumbers(const rundir::CallGraph& graph);

    std::vector<std::size_t> of_component;
    std::vector<std::size_t> components; ///< the first of each timer
};

class RecordCollector : public rundir::RecordVisitor {
public:
    RecordCollector(const rundir::CallGraph& graph, const TimerNumbers& timers,
                    const TrialSettings& settings);

    void begin_thread(const rundir::Thread& thread) override;
    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override;
    void statistics(const rundir::Thread& thread, const rundir::BinStatistics* first,
                    std::size_t count) override;
    void end_thread(const rundir::Thread& thread) override;
    void progress(std::uint64_t bytes_read, std::uint64_t bytes_total) override;

    /// Moves threads, their call data and the statistics to `trial`.
    void give(Trial& trial);

private:
    struct Path {
        std::optional<std::size_t> timer; ///< unset: the call graph does not have it
        rundir::Durations durations;
        double communication_ns = 0;
    };
    struct Times {
        double time_ns = 0;
        double communication_ns = 0;
    };

    void follow(const rundir::Thread& thread);
    ParameterTable& table(std::size_t timer, const rundir::Method& method);
    void add_call_data(const rundir::Thread& thread);

    const rundir::CallGraph& graph_;
    const TimerNumbers& timers_;
    const TrialSettings& settings_;
    rundir::CallGraphIndex index_;
    std::vector<std::optional<ParameterTable>> tables_; ///< of each timer
    std::vector<std::vector<TimerParameter>> parameters_;
    std::vector<Thread> threads_;
    std::vector<CallData> call_data_;

    std::vector<std::size_t> nodes_; ///< of the thread being read, as the next two
    std::vector<Path> paths_;
    std::vector<std::optional<ParameterTable>> tables_of_thread_;
};

} // namespace proxima::knowledge
