#include "shared/interruption.hpp"
#include "shared/progress.hpp"
#include "study/analysis.hpp"

#include <proxima/model/gather.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace proxima::cli {
namespace {

constexpr std::size_t fewest_values = 4; // that carry a formula

/// How the factors of a study enter models: as inputs, or, if they are no numbers or have
/// few values, as conditions.
struct ModelledFactors {
    std::vector<std::string> inputs;              ///< of all models
    std::vector<std::string> fallback_inputs;     ///< of methods that record no number
    std::vector<std::string> conditions;          ///< of all models
    std::vector<std::string> fallback_conditions; ///< of methods that record no number
};

bool are_inputs(const std::set<std::string>& values) {
    return values.size() >= fewest_values &&
           std::all_of(values.begin(), values.end(), [](const std::string& value) {
               return study::number_of(value).has_value();
           });
}

ModelledFactors modelled_factors(const StudyContext& context) {
    ModelledFactors result;
    result.inputs = context.study.inputs;
    for (const auto& name : context.plan.varied) {
        const auto& inputs = context.study.inputs;
        if (context.study.factor(name)->is_implementation ||
            std::find(inputs.begin(), inputs.end(), name) != inputs.end()) {
            continue;
        }
        std::set<std::string> values;
        for (const auto& combination : context.plan.combinations) {
            values.insert(*study::find(combination, name));
        }
        // Divided work takes a different time on each number of ranks.
        const bool is_of_all = name == "ranks";
        auto& list = are_inputs(values)
                         ? (is_of_all ? result.inputs : result.fallback_inputs)
                         : (is_of_all ? result.conditions : result.fallback_conditions);
        list.push_back(name);
    }
    return result;
}

std::vector<std::pair<std::string, double>> numbers(const study::Combination& combination,
                                                    const std::vector<std::string>& names) {
    std::vector<std::pair<std::string, double>> result;
    for (const auto& name : names) {
        result.emplace_back(name, study::number_of(*study::find(combination, name)).value_or(0));
    }
    return result;
}

study::Settings texts(const study::Combination& combination,
                      const std::vector<std::string>& names) {
    study::Settings result;
    for (const auto& name : names) {
        result.emplace_back(name, *study::find(combination, name));
    }
    return result;
}

} // namespace

void fit_models(const StudyContext& context, StudyResult& result) {
    const auto factors = modelled_factors(context);
    std::vector<rundir::RunDirectory> runs;
    model::GatherOptions gathering;
    for (const auto& run : result.runs.finished) {
        const auto& combination = context.combination(run.planned);
        runs.push_back(rundir::RunDirectory::open(context.measured(run)));
        gathering.facts.push_back(
            {context.recipes.classes(combination), numbers(combination, factors.inputs),
             numbers(combination, factors.fallback_inputs), texts(combination, factors.conditions),
             texts(combination, factors.fallback_conditions)});
    }
    Progress reading("records");
    gathering.progress = [&](auto done, auto total) {
        Interruption::check();
        reading.show(done, total);
    };
    auto gathered = model::gather(runs, gathering);
    std::move(gathered.problems.begin(), gathered.problems.end(),
              std::back_inserter(result.problems));
    result.measurements = std::move(gathered.measurements);
    model::FitOptions options;
    options.split = context.study.split;
    Progress fitting("models", "fitting");
    for (std::size_t i = 0; i < result.measurements.size(); ++i) {
        Interruption::check();
        fitting.show(i, result.measurements.size());
        auto more = model::fit(result.measurements[i], options);
        std::move(more.begin(), more.end(), std::back_inserter(result.models));
    }
}

std::vector<model::Model> StudyResult::fitted() const {
    std::vector<model::Model> all;
    for (const auto& outcome : models) {
        if (outcome.model) {
            all.push_back(*outcome.model);
        }
    }
    return all;
}

} // namespace proxima::cli
