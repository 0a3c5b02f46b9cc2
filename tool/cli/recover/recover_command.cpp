#include "recover/recover_command.hpp"

#include "exchange/writers.hpp"
#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"

#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/rundir/recovery.hpp>

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

void write_call_graph(const rundir::CallGraph& graph, base::ReplacedFile& file) {
    text::Output output(file.descriptor(), file.path().string());
    exchange::write_hatchet(graph, {}, output, "run.json");
    output.flush();
}

constexpr const char* recover_description =
    R"(Completes the run directory of a program that was killed or crashed.

Writes callgraph.json, mpi.json, and into run.json what was counted, from the
record files and thread buffers. Every invocation that had returned is counted
there, whatever share of them was recorded; those that were still open are not.
The record files stay as they are. Thread buffers in /dev/shm move into the run
directory, if the run is recovered on its own machine before that restarts;
elsewhere their last copies are used. On a complete run, and when repeated,
nothing changes.

The other verbs read such a run without this, but go through all its records
each time.)";

constexpr const char* recover_examples = R"(Examples:
  proxima recover proxima-run
  for run in proxima-run*; do proxima recover $run; done)";

} // namespace

void add_recover(CLI::App& verb, RecoverOptions& options) {
    verb.description(recover_description);
    verb.footer(recover_examples);
    add_run_argument(verb, options.run);
}

int run_recover(const RecoverOptions& options, text::Output& output) {
    const auto run = open_run(options.run).held();
    if (!rundir::needs_recovery(run)) {
        output.print("{}: nothing to recover, callgraph.json and run.json are there\n",
                     base::printable(run.path().string()));
        output.flush();
        return status_ok;
    }
    rundir::ReadOutcome outcome;
    rundir::recover(run, outcome, write_call_graph);
    output.print("recovered {} invocation{} of {} into {}\n", outcome.invocations,
                 outcome.invocations == 1 ? "" : "s", base::plural(outcome.threads, "thread"),
                 base::printable(run.path().string()));
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
