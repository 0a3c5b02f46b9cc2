#include "convert/convert_command.hpp"

#include "convert/formats.hpp"
#include "exchange/imported_run.hpp"
#include "exchange/new_directory.hpp"
#include "exchange/writers.hpp"
#include "shared/argument_checks.hpp"
#include "shared/interruption.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/progress.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace proxima::cli {
namespace {

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
    for (const auto& format : formats()) {
        text += fmt::format("  {:<11} {}\n", format.name, format.help);
    }
    return text;
}

const Format& format_named(const std::string& name) {
    const auto& all = formats();
    if (name.empty()) {
        throw UsageError("missing --to FORMAT, such as --to chrome; see proxima convert --help");
    }
    return *std::find_if(all.begin(), all.end(),
                         [&](const Format& format) { return format.name == name; });
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const auto& format : formats()) {
        names.emplace_back(format.name);
    }
    return names;
}

bool is_nothing(const std::string&) {
    return false;
}

rundir::ReadOutcome write_to(const Format& format, const rundir::RunDirectory& run,
                             const ConvertOptions& options, text::Output& output,
                             const rundir::ProgressListener& progress) {
    rundir::ReadOutcome outcome;
    const auto limit = output_limit(run, options.force);
    if (format.write_directory != nullptr) {
        exchange::NewDirectory directory(options.output);
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
    if (!options.output.empty()) {
        exchange::check_target(options.output, options.force,
                               format.is_ours != nullptr ? format.is_ours : is_nothing);
    }
    const auto run = open_run(options.run);
    Progress shown("records", "converting", options.output.empty());
    const Interruption interruption;
    const auto outcome = write_to(format, run, options, output, [&](auto done, auto total) {
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
    exchange::check_target(options.output, options.force, is_of_imported_run);
    const auto graph = options.from == "tau" ? exchange::read_tau(options.run)
                                             : exchange::read_hatchet(options.run);
    exchange::NewDirectory directory(options.output);
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
    verb.add_option("--to", options.to, "format to write, as above")
        ->type_name("FORMAT")
        ->check(CLI::IsMember(format_names()).description(""));
    verb.add_option(
            "--from", options.from,
            "tau or hatchet: convert a profile into a run, for report and diff. RUN is a directory "
            "of TAU's profiles, or a file of Hatchet's JSON with times in microseconds. proxima "
            "fit reads Extra-P's files itself")
        ->type_name("FORMAT")
        ->excludes("--to")
        ->check(CLI::IsMember({"tau", "hatchet"}).description(""));
    verb.add_option("-o,--output", options.output,
                    "file or directory to write; default standard output")
        ->type_name("TARGET");
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
