#include "shared/load_run.hpp"

#include "shared/messages.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>

#include <filesystem>

namespace proxima::cli {
namespace {

std::string why_no_graph(const rundir::RunDirectory& run) {
    const auto info = load_info(run);
    return info && info->ended ? "the run has ended, and could not write it"
                               : "the run has not ended, or was killed, or could not write it";
}

std::string why(const rundir::RunInfo& info) {
    if (info.recording == "off") {
        return std::string("the run was made with records=off") +
               (info.ended ? "" : ", and has not ended, or was killed");
    }
    if (!info.ended) {
        return "the run has not ended, or was killed; it had not made a measured call, or its "
               "record files could not be made (was the disk full?)";
    }
    for (const auto& message : info.losses.reasons) {
        if (message.rfind("recording into ", 0) == 0) {
            return "run.json says: " + message;
        }
    }
    if (info.buffers == 0) {
        return "the run has ended without a measured call";
    }
    return "the run had some (see buffers in run.json), so they were removed, or are on another "
           "node";
}

} // namespace

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

std::optional<rundir::RunInfo> load_info(const rundir::RunDirectory& run) {
    try {
        return rundir::load_run_info(run.run_file());
    } catch (const rundir::Error&) {
        return std::nullopt;
    }
}

std::string why_no_records(const rundir::RunDirectory& run) {
    const auto info = load_info(run);
    return info ? why(*info) : "run.json, which would tell why, cannot be read";
}

void require_records(const rundir::RunDirectory& run) {
    if (run.thread_files().empty()) {
        throw rundir::Error(run.records_directory(), "holds no records: " + why_no_records(run));
    }
}

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
