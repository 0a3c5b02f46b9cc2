#include "interruption.hpp"
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

using study::Settings;

constexpr std::size_t fewest_values = 4; // that carry a formula

/// The value that a run has for a parameter of the study, or for `ranks`.
std::string value_in(const study::Combination& combination, const std::string& name) {
    const auto* value = study::find(combination.parameters, name);
    return value != nullptr ? *value : std::to_string(combination.ranks);
}

std::vector<std::pair<std::string, double>> numbers(const study::Combination& combination,
                                                    const std::vector<std::string>& names) {
    std::vector<std::pair<std::string, double>> result;
    for (const auto& name : names) {
        result.emplace_back(name, study::number_of(value_in(combination, name)).value_or(0));
    }
    return result;
}

Settings texts(const study::Combination& combination, const std::vector<std::string>& names) {
    Settings result;
    for (const auto& name : names) {
        result.emplace_back(name, value_in(combination, name));
    }
    return result;
}

std::set<std::string> values_of(const study::Plan& plan, const std::string& name) {
    std::set<std::string> values;
    for (const auto& combination : plan.combinations) {
        values.insert(value_in(combination, name));
    }
    return values;
}

bool all_are_numbers(const std::set<std::string>& values) {
    return std::all_of(values.begin(), values.end(), [](const std::string& value) {
        return study::number_of(value).has_value();
    });
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
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
        if (!all_are_numbers(values_of(plan, name))) {
            throw model::Error(study.file, "`" + name +
                                               "` of \"fit\" has values that are no "
                                               "numbers; leave it out");
        }
        result.of_all.push_back(name);
    }
    auto all = plan.combinations.front().parameters;
    all.emplace_back("ranks", "");
    for (const auto& [name, ignored] : study::varied(study, all)) {
        const auto values = values_of(plan, name);
        if (values.size() < 2 || has(result.of_all, name)) {
            continue;
        }
        const bool is_input = all_are_numbers(values) && values.size() >= fewest_values;
        // What is divided among ranks takes another time on each number of them.
        const bool is_of_all = name == "ranks";
        auto& list = is_of_all ? (is_input ? result.of_all : result.names_of_all)
                               : (is_input ? result.fallback : result.fallback_names);
        list.push_back(name);
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
        gathering.facts.push_back(
            {implementations_of(context, combination), numbers(combination, parameters.of_all),
             numbers(combination, parameters.fallback), texts(combination, parameters.names_of_all),
             texts(combination, parameters.fallback_names)});
        auto more = rundir::recorded_methods(runs.back());
        std::move(more.begin(), more.end(), std::back_inserter(methods));
    }
    const auto& wishes = context.study.fit;
    const MethodSelection selection(wishes.methods, methods);
    gathering.wanted = [&](const auto& method) { return selection.has(method); };
    Progress reading("records");
    gathering.progress = [&](auto done, auto total) {
        Interruption::check();
        reading.show(done, total);
    };
    auto gathered = model::gather(runs, gathering);
    std::move(gathered.problems.begin(), gathered.problems.end(),
              std::back_inserter(result.problems));
    std::erase_if(gathered.measurements, [&](const auto& measured) {
        return !wishes.metric.empty() && measured.metric != wishes.metric;
    });
    model::FitOptions how;
    how.level = wishes.level_percent / 100;
    how.split = wishes.split;
    Progress fitting("models", "fitting");
    for (std::size_t i = 0; i < gathered.measurements.size(); ++i) {
        Interruption::check();
        fitting.show(i, gathered.measurements.size());
        auto more = model::fit(gathered.measurements[i], how);
        std::move(more.begin(), more.end(), std::back_inserter(result.models));
    }
}

} // namespace proxima::cli
