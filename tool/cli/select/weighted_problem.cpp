#include "select/weighted_problem.hpp"

#include "interruption.hpp"
#include "run/messages.hpp"
#include "text/json_text.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/wcsp_file.hpp>

#include <filesystem>

namespace proxima::cli {
namespace {

using model::Solution;
using model::SolverResult;
using model::WeightedProblem;

/// Costs are whole numbers.
std::string whole(double cost) {
    return fmt::format("{:.0f}", cost);
}

std::string values_of(const Solution& solution, const char* between) {
    std::string text;
    for (const auto value : solution.assignment) {
        text += (text.empty() ? "" : between) + std::to_string(value);
    }
    return text;
}

void write_text(const WeightedProblem& problem, const SolverResult& result, const char* why,
                Output& output) {
    const auto& best = result.best.front();
    output.print("{}: {}, {}, treewidth {}\n\n", printable(problem.name),
                 plural(problem.variables, "variable"), plural(problem.functions, "cost function"),
                 result.width);
    output.print("cost {}\n", whole(best.cost));
    if (result.is_optimal) {
        output.print("proven: nothing costs less ({})\n",
                     result.is_exact_elimination ? "elimination" : "branch and bound");
    } else {
        output.print("not proven: {}; nothing costs less than {}, a gap of {}\n", why,
                     whole(std::max(result.lower_bound, 0.0)), human_share(result.gap()));
    }
    output.write("values\n");
    for (const auto& line : wrapped(values_of(best, " "), 78, false)) {
        output.print("  {}\n", line);
    }
    if (result.best.size() > 1) {
        output.write("alternatives cost");
        for (std::size_t i = 1; i < result.best.size(); ++i) {
            output.print(" {}", whole(result.best[i].cost));
        }
        output.write("\n");
    }
}

void write_json(const WeightedProblem& problem, const SolverResult& result, Output& output) {
    output.write("{\"format\":1,\"name\":");
    append_json_string(output.buffer(), problem.name);
    output.print(",\"variables\":{},\"functions\":{},\"treewidth\":{},\"optimal\":{},\"gap\":",
                 problem.variables, problem.functions, result.width, result.is_optimal);
    append_json_number(output.buffer(), result.gap());
    output.write(",\"lower_bound\":");
    append_json_number(output.buffer(), result.lower_bound);
    output.write(",\n\"solutions\":[");
    for (const auto& solution : result.best) {
        output.print("{}\n{{\"cost\":{},\"values\":[{}]}}",
                     &solution == &result.best.front() ? "" : ",", whole(solution.cost),
                     values_of(solution, ","));
    }
    output.write("]}\n");
}

} // namespace

bool is_weighted_problem(const std::string& file) {
    return std::filesystem::path(file).extension() == ".wcsp";
}

int select_weighted(const SelectOptions& options, Output& output) {
    const bool asks_for_components = !options.run.empty() || !options.assembly.empty() ||
                                     !options.models.empty() || !options.requirements.empty() ||
                                     !options.assembled_runs.empty() || !options.script.empty() ||
                                     !options.new_script.empty() || options.front;
    if (asks_for_components) {
        throw UsageError("a .wcsp file has costs alone: only --alternatives, --seconds and --json "
                         "go with it");
    }
    const auto problem = model::read_wcsp(options.selection);
    model::SolverLimits limits;
    limits.best = options.alternatives + 1;
    limits.seconds = options.seconds;
    const Interruption interruption;
    limits.stop = &Interruption::is_wanted();
    const auto result = solve(problem, limits);
    const bool is_early = !result.is_optimal && Interruption::is_wanted();
    if (result.best.empty() && is_early) {
        say_note("interrupted before an assignment was found that is allowed and costs less than " +
                 whole(problem.upper_bound));
        return status_interrupted;
    }
    if (result.best.empty()) {
        throw model::Error(options.selection,
                           result.is_optimal
                               ? "no assignment that is allowed costs less than " +
                                     whole(problem.upper_bound) + "; that is proven"
                               : "none was found in time that is allowed and costs less than " +
                                     whole(problem.upper_bound) + "; allow more (--seconds)");
    }
    options.json
        ? write_json(problem, result, output)
        : write_text(problem, result, is_early ? "interrupted" : "time is up (--seconds)", output);
    output.flush();
    return is_early ? status_interrupted : status_ok;
}

} // namespace proxima::cli
