#include "shared/load_run.hpp"

#include "shared/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/units.hpp>

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

void check_output_size(std::uint64_t bytes, const std::filesystem::path& input, bool force) {
    constexpr std::uint64_t most = 1'000'000'000;
    constexpr std::uint64_t always_fine = 100'000'000;
    std::error_code error;
    const auto size = std::filesystem::file_size(input, error);
    const auto limit = error ? most : std::clamp(size * 100, always_fine, most);
    if (!force && bytes > limit) {
        throw base::Error(input, "this would write " + base::human_bytes(bytes) +
                                     "; add --force if you want that");
    }
}

} // namespace proxima::cli
