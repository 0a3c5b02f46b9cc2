#include "convert/formats.hpp"

#include "exchange/writers.hpp"
#include "shared/load_run.hpp"

#include <proxima/rundir/run_info.hpp>

namespace proxima::cli {
namespace {

using rundir::ReadOutcome;
using rundir::RunDirectory;

// The call graph with its threads apart, if there are several and all invocations have records.
rundir::CallGraph graph_of_threads(const RunDirectory& run, ReadOutcome& outcome) {
    auto graph = load_graph(run, outcome);
    const auto info = rundir::load_run_info(run.run_file());
    if (info.threads <= info.ranks || info.records == 0 || info.records < info.invocations) {
        return graph;
    }
    ReadOutcome said_already;
    auto apart = rundir::rebuild_call_graph(run, said_already, rundir::PartsOf::threads);
    apart.complete = graph.complete;
    return apart;
}

ReadOutcome hatchet(const RunDirectory& run, const text::TreeFilter& filter, text::Output& output,
                    const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_hatchet(graph_of_threads(run, outcome), filter, output);
    return outcome;
}

ReadOutcome collapsed(const RunDirectory& run, const text::TreeFilter& filter, text::Output& output,
                      const rundir::ProgressListener&) {
    ReadOutcome outcome;
    const auto graph = load_graph(run, outcome);
    const auto mpi = rundir::load_or_rebuild_mpi_use(run, outcome.problems);
    exchange::write_collapsed(graph, mpi ? &*mpi : nullptr, filter, output);
    return outcome;
}

ReadOutcome dot(const RunDirectory& run, const text::TreeFilter& filter, text::Output& output,
                const rundir::ProgressListener&) {
    ReadOutcome outcome;
    auto shown = filter;
    shown.min_share = filter.min_share.value_or(exchange::smallest_drawn_share);
    exchange::write_dot(load_graph(run, outcome), shown, output);
    return outcome;
}

template <ReadOutcome (*write)(const RunDirectory&, text::Output&, const rundir::ProgressListener&)>
ReadOutcome timeline(const RunDirectory& run, const text::TreeFilter&, text::Output& output,
                     const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    return write(run, output, progress);
}

ReadOutcome openmetrics(const RunDirectory& run, const text::TreeFilter&, text::Output& output,
                        const rundir::ProgressListener&) {
    ReadOutcome outcome;
    const auto graph = graph_of_threads(run, outcome);
    exchange::write_openmetrics(graph, rundir::load_run_info(run.run_file()), output);
    return outcome;
}

ReadOutcome tau(const RunDirectory& run, const std::filesystem::path& directory,
                const std::shared_ptr<text::OutputLimit>& limit, const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_tau(graph_of_threads(run, outcome), directory, limit);
    return outcome;
}

ReadOutcome otf2(const RunDirectory& run, const std::filesystem::path& directory,
                 const std::shared_ptr<text::OutputLimit>& limit,
                 const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    return exchange::write_otf2(run, directory, limit, progress);
}

bool is_of_otf2(const std::string& name) {
    return name == "traces" || name == "traces.otf2" || name == "traces.def";
}

} // namespace

const std::vector<Format>& formats() {
    static const std::vector<Format> all{
        {"hatchet", "JSON for Hatchet, a row for each node and rank or thread", hatchet},
        {"tau", "profiles for TAU's ParaProf and pprof (directory)", nullptr, tau,
         exchange::is_of_tau},
        {"collapsed", "collapsed stacks with MPI, for flamegraph.pl, inferno, speedscope",
         collapsed},
        {"dot", "a drawing for Graphviz, coloured by share of time", dot},
        {"openmetrics", "samples for Prometheus, a row for each node and rank or thread",
         openmetrics},
        {"otf2", "a trace for Vampir (directory)", nullptr, otf2, is_of_otf2},
        {"chrome", "trace events for Perfetto and chrome://tracing",
         timeline<exchange::write_chrome>},
        {"speedscope", "a timeline for speedscope.app", timeline<exchange::write_speedscope>},
    };
    return all;
}

} // namespace proxima::cli
