#include "records/method_selection.hpp"
#include "run/messages.hpp"
#include "run/progress.hpp"
#include "study/analysis.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/gather.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

using study::FinishedRun;

std::vector<std::pair<std::string, double>> numbers(const study::Combination& combination,
                                                    const std::vector<std::string>& names) {
    std::vector<std::pair<std::string, double>> result;
    for (const auto& name : names) {
        const auto* value = study::find(combination.parameters, name);
        const auto number =
            value != nullptr ? study::number_of(*value) : std::optional<double>(combination.ranks);
        result.emplace_back(name, number.value_or(0));
    }
    return result;
}

bool all_are_numbers(const study::Plan& plan, const std::string& name) {
    return std::all_of(plan.combinations.begin(), plan.combinations.end(), [&](const auto& one) {
        const auto* value = study::find(one.parameters, name);
        return value != nullptr ? study::number_of(*value).has_value() : name == "ranks";
    });
}

/// Instances and what stands behind them, as the call graph of a run will name them.
std::map<std::string, std::string> implementations_of(const StudyContext& context,
                                                      const study::Combination& combination) {
    std::map<std::string, std::string> all;
    for (const auto& [instance, name] : context.recipes.classes(combination)) {
        all[instance] = name;
    }
    return all;
}

} // namespace

ModelledParameters modelled_parameters(const study::Study& study, const study::Plan& plan) {
    ModelledParameters result;
    for (const auto& name : study.fit.parameters) {
        if (!all_are_numbers(plan, name)) {
            throw model::Error(study.file, "`" + name +
                                               "` of \"fit\" has values that are no "
                                               "numbers; leave it out");
        }
        result.of_all.push_back(name);
    }
    std::set<std::string> varied;
    for (const auto& combination : plan.combinations) {
        auto all = combination.parameters;
        all.emplace_back("ranks", std::to_string(combination.ranks));
        for (const auto& [name, value] : study::varied(study, all)) {
            varied.insert(name);
        }
    }
    for (const auto& name : varied) {
        const bool is_taken =
            std::find(result.of_all.begin(), result.of_all.end(), name) != result.of_all.end();
        if (!is_taken && all_are_numbers(plan, name)) {
            result.fallback.push_back(name);
        }
    }
    return result;
}

void fit_models(const StudyContext& context, StudyResult& result) {
    const auto parameters = modelled_parameters(context.study, context.plan);
    std::vector<rundir::RunDirectory> runs;
    std::vector<rundir::Method> methods;
    model::GatherOptions gathering;
    for (const auto& run : result.runs.good) {
        const auto& combination = context.plan.combinations[run.planned.combination];
        runs.push_back(
            rundir::RunDirectory::open(context.directory / run.ended.begun.directory / "run"));
        gathering.facts.push_back({implementations_of(context, combination),
                                   numbers(combination, parameters.of_all),
                                   numbers(combination, parameters.fallback)});
        auto more = rundir::recorded_methods(runs.back());
        std::move(more.begin(), more.end(), std::back_inserter(methods));
    }
    const auto& wishes = context.study.fit;
    const MethodSelection selection(wishes.methods, methods);
    gathering.wanted = [&](const auto& method) { return selection.has(method); };
    Progress reading("records");
    gathering.progress = [&](auto done, auto total) { reading.show(done, total); };
    auto gathered = model::gather(runs, gathering);
    std::move(gathered.problems.begin(), gathered.problems.end(),
              std::back_inserter(result.problems));
    std::erase_if(gathered.measurements, [&](const auto& measured) {
        return !wishes.metric.empty() && measured.metric != wishes.metric;
    });
    model::FitOptions how;
    how.level = wishes.level_percent / 100;
    how.criterion =
        wishes.leave_one_out ? model::FitCriterion::leave_one_out : model::FitCriterion::aicc;
    how.split = wishes.split;
    Progress fitting("models", "fitting");
    for (std::size_t i = 0; i < gathered.measurements.size(); ++i) {
        fitting.show(i, gathered.measurements.size());
        auto more = model::fit(gathered.measurements[i], how);
        std::move(more.begin(), more.end(), std::back_inserter(result.models));
    }
}

} // namespace proxima::cli
