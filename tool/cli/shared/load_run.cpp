#include "shared/load_run.hpp"

#include "shared/messages.hpp"

namespace proxima::cli {

rundir::RunDirectory open_run(const std::string& run) {
    if (!run.empty()) {
        return rundir::RunDirectory::open(run);
    }
    const auto newest = rundir::newest_run(".");
    if (!newest) {
        throw UsageError(
            "no proxima-run* in the current directory; name a run directory, or make one by "
            "running a measured program with PROXIMA=on in its environment");
    }
    say_note("reading " + newest->string());
    return rundir::RunDirectory::open(*newest);
}

rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
    if (!run.has_call_graph() && !run.thread_files().empty()) {
        say_note("no callgraph.json: " + rundir::why_no_graph(run) +
                 "; rebuilding it from the records");
    }
    return rundir::load_or_rebuild_graph(run, outcome);
}

} // namespace proxima::cli
