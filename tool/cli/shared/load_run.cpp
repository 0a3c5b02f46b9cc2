#include "shared/load_run.hpp"

#include "shared/messages.hpp"

#include <algorithm>
#include <system_error>

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

std::shared_ptr<text::OutputLimit> output_limit(const rundir::RunDirectory& run, bool force) {
    constexpr std::uint64_t most = 1'000'000'000;
    constexpr std::uint64_t always_fine = 100'000'000;
    std::error_code error;
    const auto graph = std::filesystem::file_size(run.call_graph_file(), error);
    const auto input = run.record_bytes() + (error ? 0 : graph);
    return force ? nullptr
                 : std::make_shared<text::OutputLimit>(std::clamp(input * 100, always_fine, most));
}

} // namespace proxima::cli
