#include "records/records_command.hpp"

#include "exchange/record_writer.hpp"
#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "shared/method_selection.hpp"
#include "shared/progress.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

namespace proxima::cli {
namespace {

// The methods that are selected for at least one instance; their parameters get columns.
std::vector<rundir::RecordedMethod> selected(const std::vector<rundir::RecordedMethod>& methods,
                                             const std::vector<rundir::InstanceMethod>& known,
                                             const MethodSelection& selection) {
    std::vector<rundir::RecordedMethod> found;
    std::copy_if(methods.begin(), methods.end(), std::back_inserter(found), [&](const auto& one) {
        return std::any_of(known.begin(), known.end(), [&](const auto& other) {
            return is_same_method(one, *other.method) && selection.has(other.instance, one);
        });
    });
    return found;
}

constexpr const char* records_description =
    R"(Every recorded invocation and its parameters, as CSV or JSON lines.

One line for each invocation, thread by thread, in the order in which the
invocations of a thread ended. Columns:
  start_ns          since the start of the run
  duration_ns       with the calls made inside
  communication_ns  the part of the duration that was spent in MPI
  rank, thread      thread is its number in the rank
  instance, port, method
  callpath          from the outermost measured call to this one, joined by ';'
  parameters        under their own names and with their own types
  counters          with the calls made inside; times in nanoseconds
CSV has a column for each parameter of the selected methods, empty where a
method lacks it; a JSON line has only the parameters of its method. A parameter
with the name of a column above is called parameter.NAME. Times are whole
numbers. Numbers that are not finite are nan, inf and -inf in CSV, and null in
JSON. Texts that were too long end in "...". A text that a spreadsheet would
take for a formula, such as =1+2, has a ' before it in CSV.)";

constexpr const char* records_examples = R"x(Examples:
  proxima records run1 --csv > run1.csv
  proxima records --method eval_f --csv | head
  proxima records --method 'eval_*' --jsonl | jq .duration_ns
  pandas:  d = pandas.read_csv('run1.csv'); d.groupby('n').duration_ns.mean()
  R:       d <- read.csv('run1.csv'); plot(d$n, d$duration_ns))x";

} // namespace

void add_records(CLI::App& verb, RecordsOptions& options) {
    verb.description(records_description);
    verb.footer(records_examples);
    add_run_argument(verb, options.run);
    add_methods(verb, options.methods);
    auto* csv = verb.add_flag("--csv")->description(
        "comma-separated values with a title line (the default)");
    verb.add_flag_callback(
            "--jsonl", [&options] { options.format = RecordsFormat::json_lines; },
            "one JSON object per line")
        ->excludes(csv);
    verb.add_flag("--force", options.force, "write also more than 1 GB, or 100 times the records");
}

int run_records(const RecordsOptions& options, text::Output& output) {
    const auto run = open_run(options.run);
    rundir::require_records(run);
    output.set_limit(output_limit(run, options.force));
    const auto methods = rundir::recorded_methods(run);
    const MethodSelection selection(options.methods);
    const auto known = rundir::recorded_instance_methods(run);
    selection.require_any_of(known);
    Progress progress("records");
    const auto outcome = exchange::write_records(
        run, options.format, selected(methods, known, selection),
        [&](const auto& instance, const auto& method) { return selection.has(instance, method); },
        output, [&](auto done, auto total) { progress.show(done, total); });
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
