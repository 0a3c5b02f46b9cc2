#include <proxima/gather/gather.hpp>
#include <proxima/rundir/run_directory.hpp>
#include <proxima/study/analysis.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace proxima::study {
namespace {

constexpr std::size_t fewest_values = 4; // values that carry a formula

bool is_input(const StudyContext& context, const std::string& name) {
    std::set<std::string> values;
    for (const auto& combination : context.plan.combinations) {
        values.insert(*find(combination, name));
    }
    return values.size() >= fewest_values &&
           std::all_of(values.begin(), values.end(),
                       [](const std::string& value) { return number_of(value).has_value(); });
}

// The role of a factor in models: an input, or, if it is no number or has few values, a condition.
struct ModelledFactor {
    std::string name;
    bool is_input;
    bool is_fallback; // true: only for methods that record no number
};

std::vector<ModelledFactor> modelled_factors(const StudyContext& context) {
    std::vector<ModelledFactor> factors;
    const auto& inputs = context.study.inputs;
    for (const auto& name : inputs) {
        factors.push_back({name, true, false});
    }
    for (const auto& name : context.plan.varied) {
        if (!context.study.factor(name)->is_implementation &&
            std::find(inputs.begin(), inputs.end(), name) == inputs.end()) {
            // Divided work takes a different time on each number of ranks.
            factors.push_back({name, is_input(context, name), name != "ranks"});
        }
    }
    std::stable_partition(factors.begin(), factors.end(),
                          [](const auto& factor) { return !factor.is_fallback; });
    return factors;
}

std::vector<gather::RunParameter> parameters_of(const std::vector<ModelledFactor>& factors,
                                                const Combination& combination) {
    std::vector<gather::RunParameter> parameters;
    for (const auto& factor : factors) {
        const auto& text = *find(combination, factor.name);
        const auto number = factor.is_input ? number_of(text) : std::nullopt;
        parameters.push_back({factor.name, text, number, factor.is_fallback});
    }
    return parameters;
}

} // namespace

void fit_models(const StudyContext& context, const AnalysisWishes& wishes, StudyResult& result) {
    const auto factors = modelled_factors(context);
    std::vector<rundir::RunDirectory> runs;
    gather::GatherOptions gathering;
    for (const auto& run : result.runs.finished) {
        const auto& combination = context.combination(run.planned);
        runs.push_back(rundir::RunDirectory::open(context.measured(run)));
        gathering.facts.push_back(
            {context.recipes.classes(combination), parameters_of(factors, combination)});
    }
    gathering.progress = [&](auto done, auto total) {
        wishes.check();
        if (wishes.reading) {
            wishes.reading(done, total);
        }
    };
    auto gathered = gather::gather(runs, gathering);
    std::move(gathered.problems.begin(), gathered.problems.end(),
              std::back_inserter(result.problems));
    result.measurements = std::move(gathered.measurements);
    fit::FitOptions options;
    options.split = context.study.split;
    result.models = fit::fit(result.measurements, options, [&](auto done, auto total) {
        wishes.check();
        if (wishes.fitting) {
            wishes.fitting(done, total);
        }
    });
    result.interactions = fit::modelled(std::move(gathered.interactions), result.models);
}

} // namespace proxima::study
