#include "diff/diff_command.hpp"

#include "shared/argument_checks.hpp"
#include "shared/load_run.hpp"
#include "shared/messages.hpp"

#include <proxima/base/error.hpp>
#include <proxima/rundir/run_info.hpp>

#include <CLI/CLI.hpp>

namespace proxima::cli {
namespace {

constexpr int status_slower = 1;
constexpr int status_trouble = 2;
constexpr int status_not_comparable = 3;

constexpr const char* diff_description =
    R"(What changed between runs, node by node, and how certain that is.

Nodes with the same call path are compared: instances, ports and methods. The
table has their time in the later runs, its change, and a 95% interval for the
change of the node's own time; the largest changes of own time come first. Nodes
that take at least 1%, and the run, are tested by their ratios.

With several runs on a side the interval is that of Welch's t-test. With one run
on each it combines the scatter of invocations and ranks with an assumed
variation of 2% between runs. Runs differ more than invocations do: compare
several on each side that took turns, as `proxima ab` makes them.

Runs are not comparable, which is an answer with its reason, if one was killed,
if they differ in ranks, threads, counters or configuration, or if the machine
gave them less of its processors than they wanted. Alternated runs are
comparable even then, by processor time if they counted THREAD_CPU_TIME.

Exit status: 0 compared, and passed; 1 with --fail-above: a node or the run is
slower by more than P percent, with 95% confidence over all of them together;
2 a run cannot be read; 3 the runs are not comparable.)";

constexpr const char* diff_examples = R"x(Examples:
  proxima diff before after
  proxima diff base1 base2 base3 -- new1 new2 new3
  proxima diff base* -- new* --fail-above 5% || echo slower)x";

std::optional<double> share_of(std::string text) {
    if (!text.empty() && text.back() == '%') {
        text.pop_back();
    }
    if (!check_percentage(text).empty()) {
        return std::nullopt;
    }
    return std::stod(text) / 100;
}

// Prints problems as it finds them.
compare::RunTimes times_of(const std::string& name, bool& is_complete) {
    const auto run = open_run(name);
    rundir::ReadOutcome outcome;
    compare::RunTimes times{name, load_graph(run, outcome), {}};
    is_complete = say_problems(outcome) == status_ok && is_complete;
    if (times.graph.nodes.empty()) {
        throw base::Error(run.path(), "holds no measured calls, so there is nothing to compare");
    }
    times.info = rundir::load_run_info(run.run_file());
    return times;
}

std::vector<compare::RunTimes> times_of(const std::vector<std::string>& names, bool& is_complete) {
    std::vector<compare::RunTimes> runs;
    for (const auto& name : names) {
        runs.push_back(times_of(name, is_complete));
    }
    return runs;
}

int diff(const DiffOptions& options, text::Output& output) {
    DiffAnswer answer;
    answer.base = options.runs;
    answer.now = options.others;
    if (options.others.empty() && options.runs.size() == 2) {
        answer.base = {options.runs.front()};
        answer.now = {options.runs.back()};
    }
    if (answer.base.empty() || answer.now.empty()) {
        throw UsageError("name two runs, or several and `--` between the sides: proxima diff "
                         "base1 base2 -- new1 new2");
    }
    bool is_complete = true;
    const auto base = times_of(answer.base, is_complete);
    const auto now = times_of(answer.now, is_complete);
    answer.comparison = compare::compare(base, now);
    answer.fail_above = options.fail_above;
    if (options.fail_above) {
        answer.excesses = compare::excesses(answer.comparison, *options.fail_above);
    }
    if (options.json) {
        write_diff_json(answer, output);
    } else {
        const auto terminal = text::standard_output_terminal(0, text::ColorChoice::automatic);
        write_diff_text(answer, options.all, terminal, output);
    }
    output.flush();
    if (!is_complete) {
        return status_trouble;
    }
    if (!answer.comparison.obstacles.empty()) {
        return status_not_comparable;
    }
    return answer.excesses.empty() ? status_ok : status_slower;
}

} // namespace

void add_diff(CLI::App& verb, DiffOptions& options) {
    verb.description(diff_description);
    verb.footer(diff_examples);
    add_option(verb, "RUN", "", options.runs,
               "two runs, before and after; or the runs before, --, and the runs after");
    verb.add_option("--new", options.others)->group(""); // `--` becomes this option
    add_answer_options(verb, options);
}

void add_answer_options(CLI::App& verb, DiffOptions& options) {
    verb.add_option_function<std::string>(
            "--fail-above",
            [&options](const std::string& text) { options.fail_above = share_of(text); },
            "exit with status 1 if a node or the run is slower by more than P percent")
        ->type_name("P")
        ->check([](const std::string& text) {
            return share_of(text) ? std::string()
                                  : "`" + text + "` is not a percentage from 0 to 100";
        });
    verb.add_flag("--all", options.all, "all nodes, also those that take little");
    verb.add_flag("--json", options.json, "write JSON: all nodes, times in microseconds");
}

int run_diff(const DiffOptions& options, text::Output& output) {
    try {
        return diff(options, output);
    } catch (const base::Error& error) { // 1 would say: slower
        output.flush();
        say_line(base::error_line("proxima", error));
        return status_trouble;
    }
}

} // namespace proxima::cli
