#include <proxima/knowledge/decision.hpp>

namespace proxima::knowledge {
namespace {

Prediction prediction_of(const model::SelectionProblem& problem,
                         const model::SelectionAnswer& answer, const model::Alternative& one) {
    Prediction made;
    for (std::size_t i = 0; i < answer.variables.size(); ++i) {
        const auto& variable = answer.variables[i];
        made.assembly.implementations[variable.instance] =
            problem.families[variable.family].implementations[one.implementations[i]].name;
    }
    made.mean_us = one.prediction.mean_us;
    made.stddev_us = one.prediction.stddev_us;
    made.interval_min_us = one.prediction.interval.min;
    made.interval_max_us = one.prediction.interval.max;
    return made;
}

} // namespace

Decision decision_of(const model::SelectionProblem& problem, const model::SelectionAnswer& answer,
                     const model::SelectionSettings& settings) {
    Decision made;
    made.chosen = prediction_of(problem, answer, answer.best.front());
    made.level = settings.level;
    made.is_optimal = answer.is_proven();
    made.gap = answer.gap;
    if (answer.best.size() > 1) {
        made.runner_up = prediction_of(problem, answer, answer.best[1]);
        made.runner_up_better_probability = answer.best[1].better_probability;
    }
    return made;
}

} // namespace proxima::knowledge
