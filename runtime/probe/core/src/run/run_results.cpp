// The results and the messages at the end of a run.
#include "results/call_graph.hpp"
#include "run/home_copies.hpp"
#include "run/run.hpp"
#include "system/file.hpp"
#include "system/job_messages.hpp"
#include "system/launcher.hpp"

#include <proxima/format/glob.hpp>

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

// Compares patterns with types by the name only.
void say_if_unmatched(const std::string& rule, const std::string& pattern,
                      const std::vector<std::string>& names, const char* problem) {
    const std::string name = pattern.substr(0, pattern.find('('));
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& known) { return format::matches(name, known); })) {
        say("warning: " + rule + problem);
    }
}

} // namespace

void Run::fail(std::string problem) {
    say_failure("error: " + problem);
    failure_ = failure_.empty() ? problem : failure_;
    add_problem(std::move(problem));
}

void Run::say_first_failure() const {
    if (!failure_.empty()) {
        say_failure("error: " + failure_);
    }
}

void Run::add_problem(std::string problem) {
    if (std::find(problems_.begin(), problems_.end(), problem) == problems_.end()) {
        problems_.push_back(std::move(problem));
    }
}

void Run::report_errors() {
    for (const auto& recorder : recorders_) {
        const RecordWriter& writer = recorder->writer();
        if (writer.error() == 0 || writer.path().empty()) {
            continue;
        }
        std::string problem =
            "recording into " + writer.path() + " stopped: " + error_text(writer.error());
        failure_ = failure_.empty() ? problem : failure_;
        add_problem(std::move(problem));
    }
}

RunSummary Run::summary() {
    RunSummary summary;
    RunTotals& totals = summary.totals;
    totals.threads = threads_;
    totals.buffers = recorders_.size();
    std::uint64_t overhead = 0;
    std::uint64_t sampling = 0;
    std::uint64_t lives = 0;
    std::vector<Tree*> trees;
    trees.reserve(recorders_.size());
    for (const auto& recorder : recorders_) {
        if (!recorder->is_closed()) { // see close_recorders()
            trees.push_back(nullptr);
            continue;
        }
        totals.invocations += recorder->invocations();
        totals.without_origin += recorder->calls_without_origin();
        lives += recorder->lives();
        totals.records += recorder->writer().recorded();
        totals.bytes += recorder->writer().file_bytes();
        totals.losses.add(recorder->losses());
        overhead += recorder->own_work();
        totals.samples += recorder->samples().samples();
        sampling += recorder->samples().cost_ticks();
        trees.push_back(&recorder->tree());
    }
    totals.use = use_;
    totals.overhead = static_cast<double>(overhead) * 1e6 / clock_->ticks_per_second();
    totals.sampling = static_cast<double>(sampling) * 1e6 / clock_->ticks_per_second() +
                      static_cast<double>(totals.samples) * interruption_ns_.value_or(0) * 1e-3;
    totals.lives = static_cast<double>(lives) * 1e6 / clock_->ticks_per_second();
    summary.changes = level_changes_;
    for (NamedLevelChange& change : summary.changes) {
        change.rank = rank_;
    }
    explain_missing_origins(totals.without_origin);
    summary.problems = problems_;
    summary.failure = failure_;
    summary.methods = registry().method_names();
    summary.graph =
        RankGraph(trees, {rank_, rank_rows()}, clock_->ticks_per_second(), counters_.counters);
    return summary;
}

// Streams the file, because it may be larger than memory. Returns 0, or an errno value if no file
// was written.
int Run::write_call_graph(const RankGraph& graph) const {
    Replacement file(directory_ + "/callgraph.json");
    format::JsonWriter json([&](std::string_view text) { file.write(text); });
    put_json(json, graph);
    json.flush();
    return file.commit();
}

void Run::say_that_ranks_are_apart() const {
    const JobPlace place = job_place();
    if (!knows_mpi_ && place.ranks > 1 && place.rank == 0) {
        say("warning: each of the " + std::to_string(place.ranks) +
            " ranks has a run of its own, and MPI is not measured: link the program with "
            "libproxima_mpi, or preload it");
    }
}

void Run::say_unmatched_rules(const std::vector<std::string>& methods) const {
    constexpr const char* no_method = " matches no method (run.json lists them in methods)";
    for (const SelectionRule& rule : configuration_.rules) {
        say_if_unmatched(text_of(rule), rule.pattern, methods, no_method);
    }
    for (const SamplingRule& rule : configuration_.sampling_rules) {
        say_if_unmatched("methods=" + rule.pattern, rule.pattern, methods, no_method);
    }
    for (const SelectionRule& rule : configuration_.routine_rules) {
        say_if_unmatched(text_of(rule), rule.pattern, routines_,
                         " matches no MPI routine (is libproxima_mpi loaded?)");
    }
}

bool Run::write_results(RunSummary summary) {
    int error = write_call_graph(summary.graph);
    if (error == ENOSPC || error == EDQUOT) {
        remove_buffer_files();
        error = write_call_graph(summary.graph);
    }
    const bool has_graph = error == 0;
    if (!has_graph) {
        fail("cannot write " + directory_ + "/callgraph.json: " + error_text(error));
    }
    summary.add_problems(problems_); // problems since the summary was made
    const bool has_run = write("run.json", run_json(summary, has_graph));
    if (!has_graph || !has_run) {
        return false;
    }
    remove_buffer_files();
    if (job_name_ != nullptr) {
        remove_file(directory_ + job_link);
    }
    if (!summary.failure.empty()) { // usually from another rank
        say_failure("error: " + summary.failure + " (see losses in run.json)");
    }
    if (!configuration_.quiet) {
        say_that_ranks_are_apart();
        say_unmatched_rules(summary.methods);
        say("run recorded in " + directory_ + " (try: proxima report " + directory_ + ")");
    }
    return true;
}

void Run::remove_buffer_files() noexcept {
    remove_home_copies();
    for (const auto& recorder : recorders_) {
        recorder->remove_buffer_file();
    }
}

void Run::say_left_open() const {
    if (!configuration_.quiet) {
        say("run left open in " + directory_ + " (try: proxima recover " + directory_ + ")");
    }
}

} // namespace proxima::detail
