#include "commands.hpp"
#include "run/load_run.hpp"
#include "run/messages.hpp"
#include "run/open_run.hpp"
#include "select/run_workload.hpp"
#include "select/select_writers.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/student.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace proxima::cli {
namespace {

/// `accuracy>=0.5` makes the rule that the file has for it stricter.
void require(const std::string& text, model::SelectionProblem& problem) {
    const auto at = text.find("=");
    const bool is_least = at != std::string::npos && at > 0 && text[at - 1] == '>';
    const bool is_most = at != std::string::npos && at > 0 && text[at - 1] == '<';
    double value = 0;
    const auto* end = text.data() + text.size();
    const bool is_number = (is_least || is_most) &&
                           std::from_chars(text.data() + at + 1, end, value).ptr == end &&
                           at + 1 < text.size();
    if (!is_number) {
        throw UsageError("`" + text + "` is not NAME>=NUMBER or NAME<=NUMBER");
    }
    const auto name = text.substr(0, at - 1);
    const auto rule = std::find_if(problem.qualities.begin(), problem.qualities.end(),
                                   [&](const auto& one) { return one.name == name; });
    if (rule == problem.qualities.end()) {
        problem.qualities.push_back({name, false, is_least, value});
        return;
    }
    if (rule->more_is_better != is_least) {
        throw UsageError("of `" + name + "` " + (is_least ? "less" : "more") + " is better");
    }
    rule->limit = value;
}

model::Workload workload_of(const SelectOptions& options, const model::SelectionProblem& problem,
                            rundir::ReadOutcome& outcome, std::vector<std::string>& warnings) {
    if (problem.workload) {
        return *problem.workload;
    }
    const auto run = open_run(options.run);
    const auto graph = load_graph(run, outcome);
    model::TimedForest forest;
    for (const auto& node : graph.nodes) {
        forest.parents.push_back(node.parent);
        forest.times.push_back(node.statistics.inclusive_us);
    }
    const auto fates = options.whole
                           ? std::vector<model::Fate>(graph.nodes.size(), model::Fate::kept)
                           : model::Pruner(std::move(forest)).prune({options.alpha, options.beta});
    return run_workload(run, graph, fates, problem, outcome, warnings);
}

std::map<std::string, std::string> classes(const model::SelectionProblem& problem,
                                           const model::SelectionAnswer& answer) {
    std::map<std::string, std::string> chosen;
    for (std::size_t i = 0; i < answer.variables.size(); ++i) {
        const auto& variable = answer.variables[i];
        if (variable.is_significant) {
            chosen[variable.instance] = problem.families[variable.family]
                                            .implementations[answer.best.front().implementations[i]]
                                            .class_name;
        }
    }
    return chosen;
}

} // namespace

int run_select(const SelectOptions& options, Output& output) {
    if (options.script.empty() != options.new_script.empty()) {
        throw UsageError("--script and --write-script belong together");
    }
    auto problem =
        model::read_selection(options.selection, {options.models.begin(), options.models.end()});
    for (const auto& text : options.requirements) {
        require(text, problem);
    }
    rundir::ReadOutcome outcome;
    std::vector<std::string> warnings;
    const auto workload = workload_of(options, problem, outcome, warnings);
    model::SelectionSettings settings;
    settings.sigmas =
        options.quantile > 0
            ? model::student_quantile(options.quantile, std::numeric_limits<double>::infinity())
            : options.sigmas;
    settings.strict = options.strict;
    settings.front = options.front;
    settings.limits.best = options.alternatives + 1;
    settings.limits.seconds = options.seconds;
    auto answer = model::select(problem, workload, settings);
    answer.warnings.insert(answer.warnings.begin(), warnings.begin(), warnings.end());
    if (!options.script.empty()) {
        model::rewrite_script(options.script, options.new_script, classes(problem, answer));
    }
    const ShownSelection shown{problem, answer, settings, !problem.workload.has_value()};
    for (const auto& warning : answer.warnings) {
        say_note("warning: " + warning);
    }
    options.json ? write_select_json(shown, output) : write_select_text(shown, output);
    output.flush();
    return say_problems(outcome);
}

} // namespace proxima::cli
