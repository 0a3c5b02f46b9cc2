#include "costs/assembly_costs.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::select {
namespace {

// Costs that differ by less are equal up to rounding.
constexpr double tie = 1e-9;
constexpr std::size_t most_front_criteria = 2;

// Quality of service as a criterion: less is better.
Criterion criterion_of(const SelectionProblem& problem, const std::vector<Variable>& variables,
                       const QualityRule& rule) {
    const double sign = rule.more_is_better ? -1 : 1;
    Criterion criterion;
    criterion.is_worst = !rule.is_sum;
    if (rule.limit) {
        criterion.limit = sign * *rule.limit;
    }
    for (const auto& variable : variables) {
        const auto& family = problem.families[variable.family];
        std::vector<double> costs;
        std::size_t known = 0;
        for (const auto& one : family.implementations) {
            const auto found = one.quality.find(rule.name);
            known += found != one.quality.end() ? 1 : 0;
            costs.push_back(found != one.quality.end() ? sign * found->second
                            : rule.is_sum              ? 0
                                                       : -forbidden);
        }
        if (known != 0 && known != costs.size()) {
            throw base::Error(problem.file, "only some implementations of the family " +
                                                family.name + " have the quality `" + rule.name +
                                                "`; give it to all of them, or to none");
        }
        criterion.costs.add_variable(std::move(costs));
    }
    return criterion;
}

// Converts a criterion back to the quality; unset if no implementation has the quality.
std::optional<double> quality_of(const Criterion& criterion, const QualityRule& rule,
                                 const Assignment& assignment) {
    const double cost = criterion.of(assignment);
    if (!std::isfinite(cost)) {
        return std::nullopt;
    }
    return cost == 0 ? 0 : rule.more_is_better ? -cost : cost;
}

// Best value of a criterion that any assembly has, without regard to the others.
double least(const Criterion& criterion) {
    Assignment best;
    for (std::size_t i = 0; i < criterion.costs.variables(); ++i) {
        const auto& costs = criterion.costs.costs(i);
        best.push_back(
            static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin()));
    }
    return criterion.of(best);
}

class Selector {
public:
    Selector(const SelectionProblem& problem, const Workload& workload,
             const SelectionSettings& settings)
        : problem_(problem), workload_(workload), settings_(settings), costs_(problem, workload) {
        choice_.costs = costs_.costs();
        for (const auto& rule : problem.qualities) {
            choice_.criteria.push_back(criterion_of(problem, costs_.variables(), rule));
        }
        forbid_insignificant();
    }

    SelectionAnswer run() {
        answer_.variables = costs_.variables();
        answer_.not_known = costs_.not_known();
        answer_.as_measured_us = costs_.as_measured_us();
        answer_.runs = workload_.fixed_us.size();
        answer_.is_calibrated = answer_.runs == 0 || costs_.is_calibrated();
        try {
            solve();
            if (settings_.front) {
                find_front();
            }
        } catch (const std::invalid_argument&) {
            throw base::Error(problem_.file,
                              "at most two qualities may be required as sums; require "
                              "less");
        }
        compare();
        return std::move(answer_);
    }

private:
    // Leaves one choice to instances whose choice does not matter, so that alternatives differ.
    void forbid_insignificant() {
        for (std::size_t i = 0; i < costs_.variables().size() && choice_.criteria.empty(); ++i) {
            for (std::size_t value = 1;
                 value < choice_.costs.values(i) && !costs_.variables()[i].is_significant;
                 ++value) {
                choice_.costs.forbid(i, value);
            }
        }
    }

    void solve() {
        const auto result = proxima::select::solve(choice_, settings_.limits);
        answer_.is_optimal = result.is_optimal;
        answer_.is_elimination = result.is_elimination;
        answer_.width = result.width;
        for (const auto& solution : result.best) {
            answer_.best.push_back(alternative(solution));
        }
        if (answer_.best.empty()) {
            throw base::Error(problem_.file,
                              result.is_optimal
                                  ? "no assembly satisfies what is required" +
                                        attainable_qualities() + "; require or forbid less"
                                  : "no assembly was found in time; allow more (--seconds)");
        }
        if (answer_.best.front().prediction.mean_us < 0) {
            throw base::Error(problem_.file,
                              "the predicted time of the best assembly is negative: callees took "
                              "longer than models of their callers say; correct them");
        }
        const double best = answer_.best.front().prediction.mean_us;
        if (!result.is_optimal && best > 0) {
            answer_.gap = (result.best.front().cost - result.lower_bound) / best;
        }
    }

    // Lists the best attainable value of each quality that is required, or says that they conflict.
    std::string attainable_qualities() const {
        std::string text;
        for (std::size_t i = 0; i < choice_.criteria.size(); ++i) {
            const double best = least(choice_.criteria[i]);
            const auto& rule = problem_.qualities[i];
            if (best > choice_.criteria[i].limit) {
                text += (text.empty() ? ": " : ", and ") + rule.name + " can be " +
                        short_number(rule.more_is_better ? -best : best) + " at best, not " +
                        short_number(*rule.limit);
            }
        }
        return !text.empty()              ? text
               : choice_.criteria.empty() ? ": all costs are too large for a number"
                                          : ": each quality can be had, but not all of them "
                                            "together";
    }

    Alternative alternative(const Solution& solution) const {
        Alternative made;
        made.implementations = solution.assignment;
        made.prediction =
            predict(costs_, solution.assignment, workload_.fixed_us.size(), settings_);
        for (std::size_t i = 0; i < choice_.criteria.size(); ++i) {
            if (const auto quality =
                    quality_of(choice_.criteria[i], problem_.qualities[i], solution.assignment)) {
                made.quality[problem_.qualities[i].name] = *quality;
            }
        }
        return made;
    }

    // Compares the alternatives with the answer.
    void compare() {
        const auto& chosen = answer_.best.front();
        for (std::size_t i = 1; i < answer_.best.size(); ++i) {
            auto& other = answer_.best[i];
            const double distance = other.prediction.mean_us - chosen.prediction.mean_us;
            other.is_tie = distance <= tie * std::max(std::abs(chosen.prediction.mean_us), 1e-3);
            const auto error = costs_.difference(
                other.implementations, chosen.implementations,
                std::max(other.prediction.run_variation, chosen.prediction.run_variation));
            if (!error.has_intervals) {
                continue;
            }
            other.better_probability = error.probability_below_zero(distance);
            if (i == 1) {
                set_doubt(distance, error);
            }
        }
    }

    void set_doubt(double slower, const AssemblyError& error) {
        const auto largest = std::max_element(
            error.of_models.begin(), error.of_models.end(),
            [](const auto& a, const auto& b) { return a.second.variance < b.second.variance; });
        if (largest == error.of_models.end() || largest->second.variance <= 0) {
            return;
        }
        auto rest = error;
        rest.of_models.erase(largest->first);
        answer_.doubt = Doubt{costs_.measurement(largest->first, answer_.best[1].implementations,
                                                 answer_.best[0].implementations),
                              *error.probability_below_zero(slower),
                              rest.probability_below_zero(slower).value_or(slower > 0 ? 0 : 0.5)};
    }

    void find_front() {
        if (choice_.criteria.empty() || choice_.criteria.size() > most_front_criteria) {
            throw base::Error(problem_.file, "trade-offs need one or two qualities; name them in "
                                             "\"quality\"");
        }
        const auto front = pareto_front(choice_, settings_.limits);
        if (!front) {
            throw base::Error(problem_.file,
                              "there are too many trade-offs to list, or too little time "
                              "(--seconds); require more of a quality");
        }
        for (const auto& one : *front) {
            answer_.front.push_back(alternative(one));
        }
    }

    const SelectionProblem& problem_;
    const Workload& workload_;
    const SelectionSettings& settings_;
    SelectionAnswer answer_;
    AssemblyCosts costs_;
    ChoiceProblem choice_;
};

} // namespace

std::optional<SuggestedMeasurement> SelectionAnswer::next_measurement() const {
    constexpr double certain = 0.01; // less doubt needs no measurement
    if (!not_known.empty()) {
        return not_known.front().measurement;
    }
    return doubt && doubt->before > certain ? std::optional(doubt->measurement) : std::nullopt;
}

std::map<std::string, std::string> chosen_classes(const SelectionProblem& problem,
                                                  const SelectionAnswer& answer) {
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

SelectionAnswer select(const SelectionProblem& problem, const Workload& workload,
                       const SelectionSettings& settings) {
    return Selector(problem, workload, settings).run();
}

} // namespace proxima::select
