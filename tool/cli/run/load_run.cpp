#include "run/load_run.hpp"

#include "run/messages.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/rebuild.hpp>

namespace proxima::cli {

rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
    if (run.has_call_graph()) {
        return rundir::load_call_graph(run.call_graph_file());
    }
    if (run.lanes().empty()) {
        throw rundir::Error(run.call_graph_file(),
                            "does not exist, and there are no records to rebuild it from: the "
                            "run has not ended, or was killed with records=off");
    }
    say_note(
        "no callgraph.json: the run has not ended, or was killed; rebuilding it from the records");
    return rundir::rebuild_call_graph(run, outcome);
}

} // namespace proxima::cli
