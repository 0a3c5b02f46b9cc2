#include "costs.hpp"

#include <proxima/base/error.hpp>
#include <proxima/fit/expression.hpp>
#include <proxima/rundir/usable_run.hpp>
#include <proxima/select/run_workload.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::study {
namespace {

constexpr double us_in_s = 1e6;
constexpr double alike = 1.05;    // ratio of costs that a few runs do not tell apart
constexpr std::size_t fewest = 2; // combinations that are always repeated

double formula_of(const Study& study, const Combination& combination, const FinishedRun& run,
                  double seconds) {
    const auto names = names_in_costs(study);
    std::vector<double> values;
    for (const auto& name : names) {
        const auto result = run.results.find(name);
        const auto* setting = find(combination, name);
        const auto number = setting != nullptr ? number_of(*setting) : std::nullopt;
        values.push_back(name == "seconds"             ? seconds
                         : result != run.results.end() ? result->second
                                                       : number.value_or(1));
    }
    const double cost = fit::Expression(study.cost, names)(values);
    if (!std::isfinite(cost)) {
        throw base::Error(study.file, "the cost `" + study.cost + "` has no value for " +
                                          text_of(combination) + "; correct it");
    }
    return cost;
}

} // namespace

std::vector<std::string> names_in_costs(const Study& study) {
    std::vector<std::string> names{"seconds", "ranks"};
    for (const auto& factor : study.factors) {
        const bool are_numbers =
            std::all_of(factor.values.begin(), factor.values.end(),
                        [](const std::string& value) { return number_of(value).has_value(); });
        if (are_numbers && factor.name != "ranks" && fit::is_variable_name(factor.name)) {
            names.push_back(factor.name);
        }
    }
    for (const auto& result : study.results) {
        if (fit::is_variable_name(result.name)) {
            names.push_back(result.name);
        }
    }
    return names;
}

double Costs::of(const FinishedRun& run) {
    const auto [known, is_new] = known_.emplace(run.directory, 0);
    if (is_new) {
        rundir::ReadOutcome outcome;
        const auto measured = rundir::RunDirectory::open(directory_ / run.measured());
        const double us =
            select::measured_run(measured, rundir::load_or_rebuild_graph(measured, outcome))
                .graph.total_us();
        known->second =
            study_.cost.empty()
                ? us
                : us_in_s * formula_of(study_, plan_.combinations[run.planned.combination], run,
                                       us / us_in_s);
    }
    return known->second;
}

bool Costs::may_decide(const PlannedRun& planned, const std::vector<FinishedRun>& finished) {
    const bool has_qualities = std::any_of(study_.results.begin(), study_.results.end(),
                                           [](const auto& result) { return result.is_quality; });
    if (!study_.chooses_by_runs() || has_qualities || planned.repetition == 0) {
        return true;
    }
    const auto point = point_of(study_, plan_.combinations[planned.combination]);
    std::map<std::size_t, std::pair<double, double>> sums; // of costs and runs, by combination
    for (std::size_t i = 0; i < plan_.combinations.size(); ++i) {
        if (point_of(study_, plan_.combinations[i]) == point) {
            sums[i];
        }
    }
    for (const auto& run : finished) {
        const auto sum = sums.find(run.planned.combination);
        if (sum != sums.end()) {
            sum->second.first += of(run);
            sum->second.second += 1;
        }
    }
    std::vector<double> means;
    for (const auto& [number, sum] : sums) {
        if (sum.second == 0) {
            return true; // not yet all ran once
        }
        means.push_back(sum.first / sum.second);
    }
    std::sort(means.begin(), means.end());
    const auto share =
        static_cast<double>(means.size()) / std::exp2(static_cast<double>(planned.repetition));
    const auto kept =
        std::min(std::max(static_cast<std::size_t>(std::ceil(share)), fewest), means.size());
    const auto& own = sums[planned.combination];
    return own.first / own.second <= alike * means[kept - 1];
}

} // namespace proxima::study
