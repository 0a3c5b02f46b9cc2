#include "convert/formats.hpp"

#include "exchange/record_writer.hpp"
#include "exchange/writers.hpp"
#include "shared/load_run.hpp"

#include <proxima/base/error.hpp>
#include <proxima/gather/extrap_file.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

using rundir::ReadOutcome;
using rundir::RunDirectory;

ReadOutcome hatchet(const RunDirectory& run, text::Output& output,
                    const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_hatchet(load_graph(run, outcome), {}, output);
    return outcome;
}

ReadOutcome collapsed(const RunDirectory& run, text::Output& output,
                      const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_collapsed(load_graph(run, outcome), {}, output);
    return outcome;
}

ReadOutcome dot(const RunDirectory& run, text::Output& output, const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_dot(load_graph(run, outcome), {.min_share = exchange::smallest_drawn_share},
                        output);
    return outcome;
}

ReadOutcome csv(const RunDirectory& run, text::Output& output,
                const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    const auto methods = rundir::recorded_methods(run);
    return exchange::write_records(
        run, *exchange::csv_writer(methods, methods, output),
        [](const auto&, const auto&) { return true; }, progress);
}

template <ReadOutcome (*write)(const RunDirectory&, text::Output&, const rundir::ProgressListener&)>
ReadOutcome timeline(const RunDirectory& run, text::Output& output,
                     const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    return write(run, output, progress);
}

ReadOutcome openmetrics(const RunDirectory& run, text::Output& output,
                        const rundir::ProgressListener&) {
    ReadOutcome outcome;
    const auto graph = load_graph(run, outcome);
    exchange::write_openmetrics(graph, rundir::load_run_info(run.run_file()), output);
    return outcome;
}

ReadOutcome tau(const RunDirectory& run, const std::filesystem::path& directory,
                const rundir::ProgressListener&) {
    ReadOutcome outcome;
    exchange::write_tau(load_graph(run, outcome), directory);
    return outcome;
}

ReadOutcome extrap(const RunDirectory& run, const std::filesystem::path& directory,
                   const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    gather::GatherOptions how;
    how.progress = progress;
    const auto gathered = gather::gather({run}, how);
    if (std::all_of(gathered.measurements.begin(), gathered.measurements.end(),
                    [](const auto& measured) { return measured.parameters.empty(); })) {
        throw base::Error(run.path(), "no recorded method has a parameter that is a number, and "
                                      "Extra-P has no models without");
    }
    gather::write_extrap(directory, gathered.measurements);
    ReadOutcome outcome;
    outcome.records = outcome.invocations = gathered.records;
    outcome.problems = gathered.problems;
    return outcome;
}

bool is_of_extrap(const std::string& name) {
    return std::filesystem::path(name).extension() == ".jsonl";
}

ReadOutcome otf2(const RunDirectory& run, const std::filesystem::path& directory,
                 const rundir::ProgressListener& progress) {
    rundir::require_records(run);
    return exchange::write_otf2(run, directory, progress);
}

bool is_of_otf2(const std::string& name) {
    return name == "traces" || name == "traces.otf2" || name == "traces.def";
}

} // namespace

const std::vector<Format>& formats() {
    static const std::vector<Format> all{
        {"hatchet", "JSON for Hatchet, a row for each node and rank", hatchet},
        {"tau", "profiles for TAU's ParaProf and pprof (directory)", nullptr, tau,
         exchange::is_of_tau},
        {"collapsed", "collapsed stacks for flamegraph.pl, inferno, speedscope", collapsed},
        {"dot", "a drawing for Graphviz, coloured by share of time", dot},
        {"openmetrics", "samples for Prometheus, a row for each node and rank", openmetrics},
        {"otf2", "a trace for Vampir (directory)", nullptr, otf2, is_of_otf2},
        {"chrome", "trace events for Perfetto and chrome://tracing",
         timeline<exchange::write_chrome>},
        {"speedscope", "a timeline for speedscope.app", timeline<exchange::write_speedscope>},
        {"csv", "a line for each invocation, as records --csv", csv},
        {"extrap", "points for Extra-P (directory); of several runs: fit --extrap", nullptr, extrap,
         is_of_extrap},
    };
    return all;
}

} // namespace proxima::cli
