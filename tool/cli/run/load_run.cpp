#include "run/load_run.hpp"

#include "run/messages.hpp"

#include <proxima/rundir/error.hpp>
#include <proxima/rundir/rebuild.hpp>

#include <filesystem>

namespace proxima::cli {

rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
    if (run.has_call_graph()) {
        return rundir::load_call_graph(run.call_graph_file());
    }
    if (run.lanes().empty() && run.use_files().empty()) {
        throw rundir::Error(run.call_graph_file(),
                            "does not exist, and there are no records to rebuild it from: the "
                            "run has not ended, or was killed with records=off");
    }
    say_note(
        "no callgraph.json: the run has not ended, or was killed; rebuilding it from the records");
    return rundir::rebuild_call_graph(run, outcome);
}

std::optional<rundir::MpiUse> load_mpi_use(const rundir::RunDirectory& run,
                                           std::vector<std::string>& problems) {
    std::error_code ignored;
    if (!std::filesystem::exists(run.mpi_file(), ignored)) {
        return rundir::rebuild_mpi_use(run, problems);
    }
    try {
        return rundir::load_mpi_use(run.mpi_file());
    } catch (const rundir::Error& error) {
        problems.emplace_back(error.what());
        return std::nullopt;
    }
}

} // namespace proxima::cli
