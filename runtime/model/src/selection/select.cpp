#include "selection/composition.hpp"
#include "selection/model_names.hpp"
#include "selection/qualities.hpp"
#include "selection/turns.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::model {
namespace {

/// Costs that differ by less are equal but for rounding.
constexpr double tie = 1e-9;

double normal_probability(double sigmas) {
    return 0.5 * std::erfc(-sigmas / std::sqrt(2.0));
}

class Selector {
public:
    Selector(const SelectionProblem& problem, const Workload& workload,
             const SelectionSettings& settings)
        : problem_(problem), workload_(workload), settings_(settings), deadline_(settings.limits),
          costs_(problem, workload, settings.strict, Composition::Part::kept, answer_.warnings) {
        for (const auto& rule : problem.qualities) {
            criteria_.push_back(criterion_of(problem, costs_.variables(), rule));
        }
    }

    SelectionAnswer run() {
        answer_.variables = costs_.variables();
        const auto mean = significant(costs_.mean());
        for (const auto& solution : solutions(mean, costs_.variance())) {
            answer_.best.push_back(alternative(solution));
        }
        if (answer_.best.empty()) {
            throw Error(problem_.file,
                        answer_.is_optimal
                            ? "no assembly satisfies what is required" + nearest() +
                                  "; require less"
                            : "no assembly was found in time; allow more (--seconds)");
        }
        compare();
        if (settings_.front) {
            find_front(mean);
        }
        if (problem_.workload == std::nullopt) {
            look_at_the_whole();
        }
        return std::move(answer_);
    }

private:
    /// What could be had of each quality that is required, or that they contradict each other.
    std::string nearest() const {
        std::string text;
        for (std::size_t i = 0; i < criteria_.size(); ++i) {
            const double best = criteria_[i].least();
            const auto& rule = problem_.qualities[i];
            if (best > criteria_[i].limit) {
                text += (text.empty() ? ": " : ", and ") + rule.name + " can be " +
                        short_number(rule.more_is_better ? -best : best) + " at best, not " +
                        short_number(*rule.limit);
            }
        }
        return !text.empty()       ? text
               : criteria_.empty() ? ": all cost more than a number can say"
                                   : ": each quality can be had, but not all of them together";
    }

    /// With one choice where none matters, so that alternatives are alternatives.
    CostNetwork significant(CostNetwork mean) const {
        for (std::size_t i = 0; i < mean.variables() && criteria_.empty(); ++i) {
            for (std::size_t value = 1;
                 value < mean.values(i) && !answer_.variables[i].is_significant; ++value) {
                mean.forbid(i, value);
            }
        }
        return mean;
    }

    std::vector<Solution> solutions(const CostNetwork& mean, const CostNetwork& variance) {
        auto result = minimise_risk(mean, variance, settings_.sigmas, settings_.limits, criteria_);
        answer_.is_optimal = result.is_optimal;
        answer_.width = result.width;
        answer_.is_exact_elimination = result.is_exact_elimination;
        if (!result.is_optimal && !result.best.empty() && result.best.front().cost > 0) {
            answer_.gap =
                (result.best.front().cost - result.lower_bound) / result.best.front().cost;
        }
        return std::move(result.best);
    }

    Alternative alternative(const Solution& solution) const {
        Alternative made;
        made.implementations = solution.assignment;
        made.objective = solution.cost + workload_.fixed_us;
        auto& prediction = made.prediction;
        prediction.mean_us = costs_.mean().cost(solution.assignment) + workload_.fixed_us;
        prediction.stddev_us =
            std::sqrt(std::max(costs_.variance().cost(solution.assignment), 0.0));
        const double half =
            student_quantile((1 + settings_.level) / 2, std::numeric_limits<double>::infinity()) *
            prediction.stddev_us;
        prediction.interval = {prediction.mean_us - half, prediction.mean_us + half};
        for (std::size_t i = 0; i < criteria_.size(); ++i) {
            if (const auto quality =
                    quality_of(criteria_[i], problem_.qualities[i], solution.assignment)) {
                made.quality[problem_.qualities[i].name] = *quality;
            }
        }
        return made;
    }

    /// How far the alternatives are from the answer, and whether that can be told.
    void compare() {
        const auto& chosen = answer_.best.front();
        for (std::size_t i = 1; i < answer_.best.size(); ++i) {
            auto& other = answer_.best[i];
            const double distance = other.objective - chosen.objective;
            other.is_tie = distance <= tie * std::max(std::abs(chosen.objective), 1e-3);
            if (!costs_.knows_uncertainty()) {
                continue;
            }
            const auto sources = costs_.difference(other.implementations, chosen.implementations);
            const double slower = other.prediction.mean_us - chosen.prediction.mean_us;
            other.better_probability = better(slower, total(sources));
            if (i == 1) {
                find_doubt(slower, sources);
            }
        }
    }

    static double total(const std::map<std::size_t, double>& sources) {
        double sum = 0;
        for (const auto& source : sources) {
            sum += source.second;
        }
        return sum;
    }

    static std::optional<double> better(double slower, double variance) {
        if (variance <= 0) {
            return std::nullopt;
        }
        return normal_probability(-slower / std::sqrt(variance));
    }

    void find_doubt(double slower, const std::map<std::size_t, double>& sources) {
        const auto largest =
            std::max_element(sources.begin(), sources.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (largest == sources.end() || largest->second <= 0) {
            return;
        }
        const double before = total(sources);
        const double rest = before - largest->second;
        answer_.doubt = Doubt{costs_.name_of_source(largest->first), *better(slower, before),
                              better(slower, rest).value_or(slower > 0 ? 0 : 0.5)};
    }

    void find_front(const CostNetwork& mean) {
        if (criteria_.empty() || criteria_.size() > 2) {
            throw Error(problem_.file, "trade-offs need one or two qualities; name them in "
                                       "\"quality\"");
        }
        auto limits = settings_.limits;
        limits.seconds = std::max(deadline_.seconds_left(), 0.0);
        const auto front = proxima::model::find_front(mean, criteria_, limits);
        for (const auto& one : front.trade_offs) {
            answer_.front.push_back(alternative({one.assignment, one.cost}));
        }
        answer_.is_whole_front = front.is_whole;
    }

    /// The answer for the graph that nothing has been dropped from, where models know it.
    void look_at_the_whole() {
        auto& effect = answer_.pruning;
        effect.bound_us = workload_.dropped_us;
        const auto& chosen = answer_.best.front().implementations;
        try {
            std::vector<std::string> ignored;
            const Composition whole(problem_, workload_, false, Composition::Part::whole, ignored);
            const auto best = minimise_risk(whole.mean(), whole.variance(), settings_.sigmas,
                                            settings_.limits, criteria_);
            const double risk =
                whole.mean().cost(chosen) +
                settings_.sigmas * std::sqrt(std::max(whole.variance().cost(chosen), 0.0));
            effect.is_known = best.is_optimal && !best.best.empty();
            effect.lost_us = effect.is_known ? std::max(risk - best.best.front().cost, 0.0) : 0;
            effect.same_answer = effect.lost_us <= tie * std::max(std::abs(risk), 1e-3);
        } catch (const Error&) {
            effect.is_known = false; // no models for what was dropped
        }
    }

    const SelectionProblem& problem_;
    const Workload& workload_;
    const SelectionSettings& settings_;
    Deadline deadline_; ///< of answer and front together
    SelectionAnswer answer_;
    Composition costs_;
    std::vector<Objective> criteria_; ///< of each quality
};

} // namespace

SelectionAnswer select(const SelectionProblem& problem, const Workload& workload,
                       const SelectionSettings& settings) {
    return Selector(problem, workload, settings).run();
}

} // namespace proxima::model
