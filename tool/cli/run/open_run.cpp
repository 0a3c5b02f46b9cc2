#include "run/open_run.hpp"

#include "run/messages.hpp"

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

} // namespace proxima::cli
