#include "convert/convert_command.hpp"

#include "exchange/imported_run.hpp"
#include "exchange/new_directory.hpp"
#include "exchange/writers.hpp"
#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"

#include <proxima/rundir/run_info.hpp>

#include <CLI/CLI.hpp>

#include <array>

namespace proxima::cli {
namespace {

using rundir::ReadOutcome;
using rundir::RunDirectory;

// A format into which runs are converted; one of the two writers is set.
struct Format {
    const char* name;
    const char* help; // who reads it, and what is in it
    // Writes into a file, or to standard output; only drawings and call graphs are filtered.
    rundir::ReadOutcome (*write_text)(const rundir::RunDirectory&, const text::TreeFilter&,
                                      text::Output&, const rundir::ProgressListener&) = nullptr;
    // Writes into an empty directory.
    rundir::ReadOutcome (*write_directory)(const rundir::RunDirectory&,
                                           const std::filesystem::path&,
                                           const std::shared_ptr<text::OutputLimit>&,
                                           const rundir::ProgressListener&) = nullptr;
    // True if a conversion can have written a file of this name into its directory.
    bool (*is_ours)(const std::string& name) = nullptr;
};

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

constexpr std::array<Format, 8> formats{{
    {"hatchet", "JSON for Hatchet, a row for each node and rank or thread", hatchet},
    {"tau", "profiles for TAU's ParaProf and pprof (directory)", nullptr, tau, exchange::is_of_tau},
    {"collapsed", "collapsed stacks with MPI, for flamegraph.pl, inferno, speedscope", collapsed},
    {"dot", "a drawing for Graphviz, coloured by share of time", dot},
    {"openmetrics", "samples for Prometheus, a row for each node and rank or thread", openmetrics},
    {"otf2", "a trace for Vampir (directory)", nullptr, otf2, is_of_otf2},
    {"chrome", "trace events for Perfetto and chrome://tracing", timeline<exchange::write_chrome>},
    {"speedscope", "a timeline for speedscope.app", timeline<exchange::write_speedscope>},
}};

constexpr const char* before_formats =
    R"(Converts a run into the formats of other tools, and their profiles into runs.

The first five formats have the call graph, the others all recorded invocations
(for CSV see proxima records, for Extra-P proxima fit --extrap):
)";

constexpr const char* after_formats = R"(
An output is written completely or not at all. Timelines of all ranks use the
clock of rank 0. Single MPI messages are not recorded: OTF2 traces have no
messages, but the communication time of each invocation as an attribute of its
Leave event. Callers that were not recorded (records=every:N) are missing.)";

constexpr const char* convert_examples = R"x(Examples:
  proxima convert run1 --to otf2 -o trace && vampir trace/traces.otf2
  proxima convert run1 --to chrome -o run1.json   # for ui.perfetto.dev
  proxima convert run1 --to collapsed | flamegraph.pl --countname ns > flame.svg
  proxima convert run1 --to dot --depth 4 | dot -Tsvg > graph.svg
  proxima convert --from tau profiles -o run2 && proxima report run2
  Python:  hatchet.GraphFrame.from_json(open('run1/callgraph.json').read()))x";

std::string format_list() {
    std::string text;
    for (const auto& format : formats) {
        text += fmt::format("  {:<11} {}\n", format.name, format.help);
    }
    return text;
}

const Format& format_named(const std::string& name) {
    if (name.empty()) {
        throw UsageError("missing --to FORMAT, such as --to chrome; see proxima convert --help");
    }
    return *std::find_if(formats.begin(), formats.end(),
                         [&](const Format& format) { return format.name == name; });
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const auto& format : formats) {
        names.emplace_back(format.name);
    }
    return names;
}

bool is_nothing(const std::string&) {
    return false;
}

rundir::ReadOutcome write_to(const Format& format, const rundir::RunDirectory& run,
                             const ConvertOptions& options, const base::Directory& replaced,
                             text::Output& output, const rundir::ProgressListener& progress) {
    rundir::ReadOutcome outcome;
    const auto limit = output_limit(run, options.force);
    if (format.write_directory != nullptr) {
        exchange::NewDirectory directory(options.output, replaced);
        outcome = format.write_directory(run, directory.path(), limit, progress);
        Interruption::check();
        directory.commit();
    } else if (options.output.empty()) {
        output.set_limit(limit);
        outcome = format.write_text(run, options.filter, output, progress);
    } else {
        text::write_file(
            options.output,
            [&](text::Output& file) {
                outcome = format.write_text(run, options.filter, file, progress);
                Interruption::check();
            },
            limit);
    }
    return outcome;
}

int convert_run(const ConvertOptions& options, text::Output& output) {
    const auto& format = format_named(options.to);
    if (format.write_directory != nullptr && options.output.empty()) {
        throw UsageError(options.to + " is a directory of files; name it with -o");
    }
    base::Directory replaced;
    if (!options.output.empty()) {
        replaced = exchange::check_target(options.output, options.force,
                                          format.is_ours != nullptr ? format.is_ours : is_nothing);
    }
    const auto run = open_run(options.run);
    Progress shown("records", "converting", options.output.empty());
    const Interruption interruption;
    const auto outcome =
        write_to(format, run, options, replaced, output, [&](auto done, auto total) {
            Interruption::check();
            shown.show(done, total);
        });
    output.flush();
    if (outcome.records < outcome.invocations) {
        say_note(fmt::format("{} of {} invocations were recorded; the others are not shown",
                             outcome.records, outcome.invocations));
    }
    return say_problems(outcome);
}

bool is_of_imported_run(const std::string& name) {
    return name == "run.json" || name == "callgraph.json";
}

int convert_profile(const ConvertOptions& options, text::Output& output) {
    if (options.run.empty() || options.output.empty()) {
        throw UsageError("--from needs the profile, and -o RUN");
    }
    const auto replaced = exchange::check_target(options.output, options.force, is_of_imported_run);
    const auto graph = options.from == "tau" ? exchange::read_tau(options.run)
                                             : exchange::read_hatchet(options.run);
    exchange::NewDirectory directory(options.output, replaced);
    exchange::write_imported_run(graph, options.from, options.run, directory.path());
    directory.commit();
    output.flush();
    return status_ok;
}

} // namespace

void add_convert(CLI::App& verb, ConvertOptions& options) {
    verb.description(before_formats + format_list() + after_formats);
    verb.footer(convert_examples);
    add_run_argument(verb, options.run);
    add_option(verb, "--to", "FORMAT", options.to, "format to write, as above")
        ->check(CLI::IsMember(format_names()).description(""));
    add_option(
        verb, "--from", "FORMAT", options.from,
        "tau or hatchet: convert a profile into a run, for report and diff. RUN is a directory "
        "of TAU's profiles, or a file of Hatchet's JSON with times in microseconds. proxima "
        "fit reads Extra-P's files itself")
        ->excludes("--to")
        ->check(CLI::IsMember({"tau", "hatchet"}).description(""));
    add_option(verb, "-o,--output", "TARGET", options.output,
               "file or directory to write; default standard output");
    verb.add_flag(
        "--force", options.force,
        "replace TARGET if it exists; write also more than 1 GB, or 100 times what is read");
    add_filter(verb, options.filter, "0.5 for dot, else 0; hatchet, collapsed and dot only");
}

int run_convert(const ConvertOptions& options, text::Output& output) {
    try {
        return options.from.empty() ? convert_run(options, output)
                                    : convert_profile(options, output);
    } catch (const Interrupted&) {
        output.discard();
        say_note("interrupted; nothing is written");
        return status_interrupted;
    }
}

} // namespace proxima::cli
