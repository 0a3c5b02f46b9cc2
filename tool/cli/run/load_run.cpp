#include "run/load_run.hpp"

#include "run/messages.hpp"
#include "run/missing_records.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <filesystem>

namespace proxima::cli {
namespace {

std::string why_no_graph(const rundir::RunDirectory& run) {
    try {
        if (rundir::load_run_info(run.run_file()).ended) {
            return "the run has ended, and could not write it";
        }
    } catch (const rundir::Error&) { // said by those who need run.json
    }
    return "the run has not ended, or was killed, or could not write it";
}

} // namespace

rundir::CallGraph load_graph(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
    if (run.has_call_graph()) {
        return rundir::load_call_graph(run.call_graph_file());
    }
    if (run.thread_files().empty()) {
        throw rundir::Error(run.call_graph_file(),
                            "does not exist, and there are no records to rebuild it from: " +
                                why_no_records(run));
    }
    say_note("no callgraph.json: " + why_no_graph(run) + "; rebuilding it from the records");
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
