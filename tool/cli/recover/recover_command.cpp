#include "recover/recover_command.hpp"

#include "exchange/call_graph_writers.hpp"
#include "recover/recovered_run.hpp"
#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"
#include "text/units.hpp"

#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/rundir/call_graph.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <CLI/CLI.hpp>

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
    require_records(run);
    if (const auto process = process_that_writes(run)) {
        throw rundir::Error(run.path(), "process " + std::to_string(*process) +
                                            " still measures into it; recover when it has ended");
    }
}

void write_call_graph(const rundir::RunDirectory& run, const rundir::CallGraph& graph) {
    text::write_file(run.call_graph_file(), [&](text::Output& output) {
        exchange::write_hatchet(graph, {}, output, run.run_file().filename().string());
    });
}

bool is_made_by_the_runtime(const std::filesystem::path& shared) {
    return shared.parent_path() == "/dev/shm" &&
           shared.filename().string().rfind("proxima-", 0) == 0 &&
           std::filesystem::is_regular_file(std::filesystem::symlink_status(shared));
}

void copy_whole(const std::filesystem::path& from, const std::filesystem::path& to) {
    base::ReplacedFile file(to);
    std::ifstream bytes(from, std::ios::binary);
    std::string piece(1 << 20, '\0');
    while (bytes.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           bytes.gcount() > 0) {
        file.write(std::string_view(piece.data(), static_cast<std::size_t>(bytes.gcount())));
    }
    if (!bytes.eof()) {
        throw rundir::Error(from, "cannot be read");
    }
    file.commit();
}

// Thread buffers in /dev/shm take memory and vanish when the machine restarts.
void bring_buffers_home(const rundir::RunDirectory& run) {
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere && is_made_by_the_runtime(*files.buffer_elsewhere)) {
            const auto copy = files.buffer_file->string() + ".copy";
            copy_whole(*files.buffer_elsewhere, copy);
            std::filesystem::rename(copy, *files.buffer_file); // which was a link
            std::error_code ignored;
            std::filesystem::remove(*files.buffer_elsewhere, ignored);
        }
    }
}

// The MPI statistics of the ranks, unless the runtime has written mpi.json.
void write_mpi_use(const rundir::RunDirectory& run, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (std::filesystem::exists(run.mpi_file(), ignored)) {
        return;
    }
    if (const auto use = rundir::rebuild_mpi_use(run, problems)) {
        base::replace_file(run.mpi_file(), use->json);
    }
}

constexpr const char* recover_description =
    R"(Completes the run directory of a program that was killed or crashed.

Writes callgraph.json, mpi.json, and into run.json what was counted, from the
record files and thread buffers. Every invocation that had returned is counted
there, whatever share of them was recorded; those that were still open are not.
The record files stay as they are. Thread buffers in /dev/shm move into the run
directory: recover such a run on its own machine, before that restarts. On a
complete run, and when repeated, nothing changes.

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
    const auto run = open_run(options.run);
    if (is_done(run)) {
        output.print("{}: nothing to recover, callgraph.json and run.json are there\n",
                     base::printable(run.path().string()));
        output.flush();
        return status_ok;
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
                 outcome.invocations == 1 ? "" : "s", text::plural(outcome.threads, "thread"),
                 base::printable(run.path().string()));
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
