#include "convert/formats.hpp"

#include "exchange/call_graph_writers.hpp"
#include "exchange/record_writer.hpp"
#include "exchange/timeline_writers.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"

#include <proxima/rundir/error.hpp>

namespace proxima::cli {
namespace {

using rundir::ReadOutcome;
using rundir::RunDirectory;

ReadOutcome hatchet(const RunDirectory& run, Output& output, const ProgressCallback&) {
    ReadOutcome outcome;
    write_hatchet(load_graph(run, outcome), {}, output);
    return outcome;
}

ReadOutcome folded(const RunDirectory& run, Output& output, const ProgressCallback&) {
    ReadOutcome outcome;
    write_folded(load_graph(run, outcome), {}, output);
    return outcome;
}

ReadOutcome dot(const RunDirectory& run, Output& output, const ProgressCallback&) {
    ReadOutcome outcome;
    write_dot(load_graph(run, outcome), {.min_share = smallest_drawn_share}, output);
    return outcome;
}

ReadOutcome csv(const RunDirectory& run, Output& output, const ProgressCallback& progress) {
    require_records(run);
    const auto methods = rundir::recorded_methods(run);
    return write_records(
        run, *csv_writer(methods, methods, output), [](const auto&) { return true; }, progress);
}

template <ReadOutcome (*write)(const RunDirectory&, Output&, const ProgressCallback&)>
ReadOutcome timeline(const RunDirectory& run, Output& output, const ProgressCallback& progress) {
    require_records(run);
    return write(run, output, progress);
}

ReadOutcome otf2(const RunDirectory& run, const std::filesystem::path& directory,
                 const ProgressCallback& progress) {
    require_records(run);
    return write_otf2(run, directory, progress);
}

bool is_of_otf2(const std::string& name) {
    return name == "traces" || name == "traces.otf2" || name == "traces.def";
}

} // namespace

const std::vector<Format>& formats() {
    static const std::vector<Format> all{
        {"hatchet", "call graph: Hatchet's JSON, a row for each node and rank", hatchet},
        {"folded",
         "call graph: collapsed stacks with exclusive nanoseconds, for flamegraph.pl, "
         "inferno and speedscope",
         folded},
        {"dot", "call graph: Graphviz, coloured by share of the time", dot},
        {"chrome", "every invocation: trace events for Perfetto and chrome://tracing",
         timeline<write_chrome>},
        {"speedscope", "every invocation: for speedscope.app", timeline<write_speedscope>},
        {"csv", "every invocation: a table, as records --csv", csv},
        {"otf2", "every invocation: a trace for Vampir; a directory", nullptr, otf2, is_of_otf2},
    };
    return all;
}

} // namespace proxima::cli
