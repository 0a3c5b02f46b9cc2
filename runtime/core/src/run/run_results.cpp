// What a run leaves at its end, and what it says of that which went wrong.
#include "results/run_summary.hpp"
#include "run/run.hpp"
#include "system/message.hpp"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

void Run::fail(std::string problem, std::string_view what_follows) {
    const std::string line = problem + std::string(what_follows);
    if (!may_speak()) {
        unsaid_.push_back(line);
    }
    say_failure("error: " + line);
    add_problem(std::move(problem));
}

void Run::say_unsaid() {
    if (may_speak() && !unsaid_.empty()) {
        say_failure("error: " + unsaid_.front());
        unsaid_.clear();
    }
}

void Run::add_problem(std::string problem) {
    if (std::find(problems_.begin(), problems_.end(), problem) == problems_.end()) {
        problems_.push_back(std::move(problem));
    }
}

void Run::report_losses() {
    if (late_invocations() != 0) {
        add_problem("threads that were measured before MPI_Finalize have gone on after it: what "
                    "they did then is only counted");
    }
    for (const auto& lane : lanes_) {
        if (lane->error() != 0 && !lane->record_path().empty()) {
            problems_.push_back("recording into " + lane->record_path() +
                                " stopped: " + error_text(lane->error()));
            if (!may_speak() || lane->error() == ENOENT) {
                unsaid_.push_back(problems_.back());
            }
        }
    }
}

bool Run::write_results(RunSummary summary) {
    RunTotals& totals = summary.totals;
    const std::string graph_path = directory_ + "/callgraph.json";
    int of_graph = write_call_graph(summary.graph, graph_path);
    if (of_graph == ENOSPC || of_graph == EDQUOT) {
        totals.only_in_graph += give_back_disk();
        of_graph = write_call_graph(summary.graph, graph_path);
    }
    if (of_graph != 0) {
        add_problem("cannot write " + graph_path + ": " + error_text(of_graph));
    }
    if (of_graph != 0) {
        summary.lose_graph();
    }
    summary.add_problems(problems_); // also what has gone wrong since it was made
    const int of_run = write_result("run.json", run_json(&summary, of_graph == 0), totals);
    if (of_graph != 0) {
        say_that_graph_is_missing(of_graph, totals);
        return false;
    }
    if (of_run != 0) {
        say("error: cannot write " + directory_ + "/run.json: " + error_text(of_run) +
            "; callgraph.json has what was measured, but run.json says that the run has not ended");
        return false;
    }
    if (!summary.unsaid.empty()) { // of other ranks, mostly
        say_failure("error: " + summary.unsaid.front() + " (see losses in run.json)");
    }
    if (!configuration_.quiet) {
        say("run recorded in " + directory_ + " (try: proxima report " + directory_ + ")");
    }
    return true;
}

int Run::write_result(const std::string& name, const std::string& text, RunTotals& totals) {
    const std::string path = directory_ + "/" + name;
    int error = replace_file(path, text);
    if (error == ENOSPC || error == EDQUOT) {
        totals.only_in_graph += give_back_disk();
        error = replace_file(path, text);
    }
    if (error != 0) {
        add_problem("cannot write " + path + ": " + error_text(error));
    }
    return error;
}

// Files may not be able to tell it.
void Run::say_that_graph_is_missing(int error, const RunTotals& totals) const {
    const bool is_there = access(directory_.c_str(), F_OK) == 0;
    const std::string in_files = std::to_string(totals.invocations);
    const std::string invocations = std::to_string(totals.invocations + totals.forgotten);
    say("error: cannot write the results into " + directory_ + ": " + error_text(error) +
        (is_there && totals.invocations != 0
             ? "; of " + in_files + " of " + invocations + " invocations try proxima recover " +
                   directory_
             : "; what was measured of " + invocations + " invocations is lost"));
}

// Until the results are written, the ring files of lanes that could not write the end of their
// record files hold what has not been written.
std::uint64_t Run::give_back_disk() {
    std::uint64_t given_up = 0;
    for (const auto& lane : lanes_) {
        const std::lock_guard lock(lane->mutex());
        given_up += lane->give_back_disk();
    }
    return given_up;
}

void Run::remove_rings() {
    for (const auto& lane : lanes_) {
        const std::lock_guard lock(lane->mutex());
        lane->remove_ring();
    }
}

} // namespace proxima::detail
