// Writes runs in the formats that other tools read.
#pragma once

#include "text/output.hpp"
#include "text/tree_view.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::exchange {

// Smaller nodes would crowd a drawing.
constexpr double smallest_drawn_share = 0.005;

// Texts of call paths, such as `root;child`, of the nodes of a tree in its order. Those of all
// nodes of a deep tree would fill the memory.
class CallPathText {
public:
    const std::string& next(std::size_t depth, std::string_view name) {
        ends_.resize(depth);
        path_.resize(depth == 0 ? 0 : ends_.back());
        path_.append(depth == 0 ? "" : ";").append(name);
        ends_.push_back(path_.size());
        return path_;
    }

private:
    std::string path_;
    std::vector<std::size_t> ends_; // of the names in it
};

// Graphviz: one box a node, coloured by its share of the time.
void write_dot(const rundir::CallGraph& graph, const text::TreeFilter& filter,
               text::Output& output);

// `root;child;grandchild NANOSECONDS` with the exclusive time of each shown node, as flame graph
// tools read it. Integer nanoseconds, so that short nodes do not round to nothing. A `;` in a name
// becomes `:`. MPI routines are frames below the nodes that call them; null: there are none.
void write_collapsed(const rundir::CallGraph& graph, const rundir::MpiUse* mpi,
                     const text::TreeFilter& filter, text::Output& output);

// Hatchet's JSON, one object per root, one row per node and rank, or thread. `run_file` is the name
// of the run.json beside what is written, or empty if it is written elsewhere.
void write_hatchet(const rundir::CallGraph& graph, const text::TreeFilter& filter,
                   text::Output& output, std::string_view run_file = {});

// OpenMetrics: a sample for each node and rank, or thread, at the time when the run ended, for
// Prometheus and what stores its metrics.
void write_openmetrics(const rundir::CallGraph& graph, const rundir::RunInfo& info,
                       text::Output& output);

// Chrome's trace events, as Perfetto and chrome://tracing read them: a process for each rank and an
// X for each invocation, in microseconds, with its parameters. What an invocation itself spent in
// MPI is one X of the category MPI at its end, because single calls have no records.
rundir::ReadOutcome write_chrome(const rundir::RunDirectory& run, text::Output& output,
                                 const rundir::ProgressListener& progress);

// speedscope's file format: an evented profile for each thread, in nanoseconds.
rundir::ReadOutcome write_speedscope(const rundir::RunDirectory& run, text::Output& output,
                                     const rundir::ProgressListener& progress);

// The reason why OTF2 traces cannot be written; null if they can.
const char* why_no_otf2();

// An OTF2 trace, as Vampir reads it, into an existing empty directory: ranks as processes, threads
// as locations, methods of instances as regions, integers and texts as parameters, all else as
// attributes. Single messages are not recorded, so there are none.
rundir::ReadOutcome write_otf2(const rundir::RunDirectory& run,
                               const std::filesystem::path& directory,
                               const std::shared_ptr<text::OutputLimit>& limit,
                               const rundir::ProgressListener& progress);

// TAU's profiles, a file `profile.RANK.0.THREAD` for each rank, or thread, into an existing empty
// directory, with a directory MULTI__NAME for each metric where there are several. Metrics are
// TIME, COMMUNICATION where there was some, and the counters; a call path becomes `A => B`. In
// names `"` becomes `'`. Throws Error.
void write_tau(const rundir::CallGraph& graph, const std::filesystem::path& directory,
               const std::shared_ptr<text::OutputLimit>& limit);

// True if a file or directory of this name can be among profiles.
bool is_of_tau(const std::string& name);

} // namespace proxima::exchange
