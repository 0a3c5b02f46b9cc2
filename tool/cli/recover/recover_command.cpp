#include "callgraph/call_graph_writers.hpp"
#include "commands.hpp"
#include "recover/recovered_run.hpp"
#include "recover/replaced_file.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/missing_records.hpp"
#include "run/open_run.hpp"
#include "text/units.hpp"

#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace proxima::cli {
namespace {

bool is_done(const rundir::RunDirectory& run) {
    try {
        const auto info = rundir::load_run_info(run.run_file());
        rundir::load_call_graph(run.call_graph_file());
        return info.complete || info.recovered;
    } catch (const rundir::Error&) {
        return false; // damaged: to be written anew
    }
}

void check_recoverable(const rundir::RunDirectory& run) {
    if (run.thread_files().empty()) {
        throw rundir::Error(run.records_directory(),
                            "holds no records, so there is nothing to recover from: " +
                                why_no_records(run));
    }
    if (const auto process = process_that_writes(run)) {
        throw rundir::Error(run.path(), "process " + std::to_string(*process) +
                                            " still measures into it; recover when it has ended");
    }
}

void write_call_graph(const rundir::RunDirectory& run, const rundir::CallGraph& graph) {
    ReplacedFile file(run.call_graph_file());
    Output output(file.descriptor(), run.call_graph_file().string());
    write_hatchet(graph, {}, output, run.run_file().filename().string());
    output.flush();
    file.commit();
}

bool is_made_by_the_runtime(const std::filesystem::path& shared) {
    return shared.parent_path() == "/dev/shm" &&
           shared.filename().string().rfind("proxima-", 0) == 0 &&
           std::filesystem::is_regular_file(std::filesystem::symlink_status(shared));
}

void copy_whole(const std::filesystem::path& from, const std::filesystem::path& to) {
    ReplacedFile file(to);
    Output output(file.descriptor(), to.string());
    std::ifstream bytes(from, std::ios::binary);
    std::string piece(1 << 20, '\0');
    while (bytes.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           bytes.gcount() > 0) {
        output.write(std::string_view(piece.data(), static_cast<std::size_t>(bytes.gcount())));
    }
    if (!bytes.eof()) {
        throw rundir::Error(from, "cannot be read");
    }
    output.flush();
    file.commit();
}

/// Thread buffers that lie in /dev/shm: there they take memory, and go when the machine restarts.
void bring_buffers_home(const rundir::RunDirectory& run) {
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere && is_made_by_the_runtime(*files.buffer_elsewhere)) {
            copy_whole(*files.buffer_elsewhere, *files.buffer_file);
            std::error_code ignored;
            std::filesystem::remove(*files.buffer_elsewhere, ignored);
        }
    }
}

/// What is there of MPI, unless the runtime itself has written it.
void write_mpi_use(const rundir::RunDirectory& run, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (std::filesystem::exists(run.mpi_file(), ignored)) {
        return;
    }
    if (const auto use = rundir::rebuild_mpi_use(run, problems)) {
        ReplacedFile file(run.mpi_file());
        Output output(file.descriptor(), run.mpi_file().string());
        output.write(use->json);
        output.flush();
        file.commit();
    }
}

} // namespace

int run_recover(const RecoverOptions& options, Output& output) {
    const auto run = open_run(options.run);
    if (is_done(run)) {
        output.print("{}: nothing to recover, callgraph.json and run.json are there\n",
                     run.path().string());
        output.flush();
        return say_problems({});
    }
    check_recoverable(run);
    bring_buffers_home(run);
    rundir::ReadOutcome outcome;
    const auto graph = rundir::rebuild_call_graph(run, outcome);
    if (outcome.invocations == 0 && !outcome.problems.empty()) {
        throw rundir::Error(run.path(), "nothing could be recovered, so nothing is written; " +
                                            outcome.problems.front());
    }
    write_call_graph(run, graph);
    write_mpi_use(run, outcome.problems);
    write_recovered_run(run, outcome);
    output.print("recovered {} invocation{} of {} into {}\n", outcome.invocations,
                 outcome.invocations == 1 ? "" : "s", plural(outcome.threads, "thread"),
                 run.path().string());
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
