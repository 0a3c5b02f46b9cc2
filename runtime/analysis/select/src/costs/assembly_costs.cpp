#include "costs/assembly_costs.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/range.hpp>
#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace proxima::select {
namespace {

// Standard deviation of another implementation's slow-down, as a share of the measured one.
constexpr double unshared_slowdown = 0.5;

std::size_t index_of(const Family& family, const std::string& implementation) {
    const auto found = std::find_if(family.implementations.begin(), family.implementations.end(),
                                    [&](const auto& one) { return one.name == implementation; });
    return static_cast<std::size_t>(found - family.implementations.begin());
}

// True if the workload calls the instance; work from a run always does.
bool has_calls(const Work& work) {
    return std::any_of(work.inputs.begin(), work.inputs.end(),
                       [](const auto& input) { return input.count > 0; });
}

} // namespace

std::optional<double> DifferenceError::probability_below_zero(double mean_us) const {
    double variance = 0;
    double uncertain = 0; // of the variance: Welch and Satterthwaite
    const auto add_part = [&](const ErrorPart& part) {
        variance += part.variance;
        uncertain += part.variance * part.variance / part.degrees;
    };
    for (const auto& [model, part] : of_models) {
        add_part(part);
    }
    for (const auto& part : others) {
        add_part(part);
    }
    if (variance <= 0) {
        return std::nullopt;
    }
    return base::student_upper_tail(mean_us / std::sqrt(variance), variance * variance / uncertain);
}

AssemblyCosts::AssemblyCosts(const SelectionProblem& problem, const Workload& workload)
    : problem_(problem), workload_(workload), models_(problem.models),
      fixed_us_(workload.fixed_us.empty() ? std::vector<double>{0} : workload.fixed_us) {
    for (std::size_t family = 0; family < problem.families.size(); ++family) {
        for (const auto& instance : problem.families[family].instances) {
            variables_.push_back({instance, family, false});
        }
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        add_works(i);
    }
    make_network();
    forbid_negative();
    for (const auto& [one, other] : problem.forbidden) {
        forbid(one, other);
    }
}

void AssemblyCosts::add_works(std::size_t variable) {
    auto& made = variables_[variable];
    const auto& wanted = problem_.families[made.family];
    ChoiceCost nothing;
    nothing.us.resize(fixed_us_.size());
    auto& sums = costs_.emplace_back(wanted.implementations.size(), nothing);
    const auto measured = measured_as(made.instance, wanted);
    is_calibrated_ = is_calibrated_ && measured;
    bool has_work = false;
    for (const auto& work : workload_.works) {
        if (work.instance != made.instance) {
            continue;
        }
        has_work = has_work || has_calls(work);
        if (const auto partner = partner_of(problem_, work, variables_, variable)) {
            add_pair(work, variable, *partner);
        } else if (auto costs = costs_of(work, wanted)) {
            made.is_significant = true;
            replay(work, measured, *costs);
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i].add((*costs)[i]);
            }
        } else {
            take_as_measured(work);
        }
    }
    if (!has_work) {
        throw base::Error(problem_.file,
                          std::string(problem_.workload ? "\"workload\"" : "the run") +
                              " has no calls of the instance " + made.instance +
                              "; correct its name or leave its family out");
    }
}

void AssemblyCosts::take_as_measured(const Work& work) {
    for (std::size_t run = 0; run < work.measured.size(); ++run) {
        const double us = work.measured[run].exclusive_us;
        fixed_us_[run] += us;
        as_measured_us_ += us / static_cast<double>(work.measured.size());
    }
}

// Adds work whose cost depends on the choices for two instances.
void AssemblyCosts::add_pair(const Work& work, std::size_t variable, std::size_t partner) {
    const auto& others = problem_.families[variables_[partner].family];
    auto costs = pair_costs_of(work, variable, partner);
    if (!costs) {
        take_as_measured(work);
        return;
    }
    const auto own =
        measured_as(variables_[variable].instance, problem_.families[variables_[variable].family]);
    const auto other = measured_as(variables_[partner].instance, others);
    const auto columns = others.implementations.size();
    replay(work, own && other ? std::optional(*own * columns + *other) : std::nullopt, *costs);
    variables_[variable].is_significant = true;
    variables_[partner].is_significant = true;
    pairs_.push_back({variable, partner, columns, std::move(*costs)});
}

// Implementation of an instance in the runs, if known.
std::optional<std::size_t> AssemblyCosts::measured_as(const std::string& instance,
                                                      const Family& family) const {
    const auto known = problem_.measured.find(instance);
    if (known == problem_.measured.end()) {
        return std::nullopt;
    }
    const auto found = index_of(family, known->second);
    return found < family.implementations.size() ? std::optional(found) : std::nullopt;
}

// Costs of the work as each implementation; unset if the work is small and a model does not hold.
std::optional<std::vector<ChoiceCost>> AssemblyCosts::costs_of(const Work& work,
                                                               const Family& family) const {
    std::vector<ChoiceCost> costs;
    for (const auto& implementation : family.implementations) {
        auto cost = models_.cost(work, implementation);
        if (!work.measured.empty() && work.share <= small_share && !cost.holds()) {
            return std::nullopt;
        }
        if (!cost.failure.empty()) {
            throw base::Error(problem_.file, cost.failure);
        }
        costs.push_back(std::move(cost));
    }
    return costs;
}

// Costs by the choice for the variable, then by that for its partner. Pairs without a model keep
// their failure.
std::optional<std::vector<ChoiceCost>>
AssemblyCosts::pair_costs_of(const Work& work, std::size_t variable, std::size_t partner) const {
    const auto& family = problem_.families[variables_[variable].family].implementations;
    const auto& others = problem_.families[variables_[partner].family].implementations;
    std::vector<ChoiceCost> costs;
    for (const auto& implementation : family) {
        std::size_t known = 0;
        for (const auto& other : others) {
            costs.push_back(
                models_.cost(beside(work, variables_[partner].instance, other), implementation));
            known += costs.back().failure.empty() ? 1 : 0;
        }
        if (known == 0) {
            throw base::Error(problem_.file, costs.back().failure);
        }
    }
    const bool is_small = !work.measured.empty() && work.share <= small_share;
    const bool holds = std::all_of(costs.begin(), costs.end(),
                                   [](const ChoiceCost& cost) { return cost.holds(); });
    return is_small && !holds ? std::nullopt : std::optional(std::move(costs));
}

void AssemblyCosts::make_network() {
    for (const auto& costs : costs_) {
        std::vector<double> means;
        for (const auto& cost : costs) {
            means.push_back(cost.mean_us());
        }
        network_.add_variable(std::move(means));
    }
    for (const auto& pair : pairs_) {
        std::vector<double> means;
        for (const auto& cost : pair.costs) {
            const bool is_known = cost.failure.empty() && cost.negative.empty();
            means.push_back(is_known ? cost.mean_us() : forbidden);
        }
        network_.add_pair(pair.first, pair.second, means);
    }
}

void AssemblyCosts::forbid_negative() {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        std::size_t left = 0;
        for (std::size_t k = 0; k < costs_[i].size(); ++k) {
            costs_[i][k].negative.empty() ? void(++left) : network_.forbid(i, k);
        }
        if (left == 0) {
            const auto unknown = not_known();
            const auto& why = *std::find_if(unknown.begin(), unknown.end(), [&](const auto& one) {
                return one.what.rfind(variables_[i].instance + " as ", 0) == 0;
            });
            throw base::Error(problem_.file, "nothing is left to choose for " +
                                                 variables_[i].instance + ": " + why.what +
                                                 "; measure " + why.measurement.text());
        }
    }
}

std::size_t AssemblyCosts::variable(const std::string& instance) const {
    const auto found = std::find_if(variables_.begin(), variables_.end(),
                                    [&](const auto& one) { return one.instance == instance; });
    return static_cast<std::size_t>(found - variables_.begin());
}

void AssemblyCosts::forbid(const Choice& one, const Choice& other) {
    const auto first = variable(one.first);
    const auto second = variable(other.first);
    const auto columns = network_.values(second);
    std::vector<double> means(network_.values(first) * columns, 0);
    means[index_of(problem_.families[variables_[first].family], one.second) * columns +
          index_of(problem_.families[variables_[second].family], other.second)] = forbidden;
    network_.add_pair(first, second, means);
}

double AssemblyCosts::fixed_us() const {
    return std::accumulate(fixed_us_.begin(), fixed_us_.end(), 0.0) /
           static_cast<double>(fixed_us_.size());
}

std::vector<double> AssemblyCosts::run_times(const Assignment& assignment) const {
    auto times = fixed_us_;
    for (const auto* cost : costs_in(assignment)) {
        for (std::size_t run = 0; run < times.size(); ++run) {
            times[run] += cost->us[run];
        }
    }
    return times;
}

// The costs of all works in an assembly.
std::vector<const ChoiceCost*> AssemblyCosts::costs_in(const Assignment& assignment) const {
    std::vector<const ChoiceCost*> costs;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
        costs.push_back(&costs_[i][assignment[i]]);
    }
    for (const auto& pair : pairs_) {
        costs.push_back(&pair.of(assignment[pair.first], assignment[pair.second]));
    }
    return costs;
}

double AssemblyCosts::sum(double ChoiceCost::* part, const Assignment& assignment) const {
    double sum = 0;
    for (const auto* cost : costs_in(assignment)) {
        sum += cost->*part;
    }
    return sum;
}

double AssemblyCosts::model_error(const Assignment& assignment, double level) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto quantile = [&](double degrees) {
        return level > 0 ? base::student_quantile((1 + level) / 2, degrees > 0 ? degrees : infinite)
                         : 1;
    };
    Sensitivities sensitivities;
    add_sensitivities(assignment, 1, sensitivities);
    const double slowdown =
        quantile(0) * unshared_slowdown * sum(&ChoiceCost::slowdown_us, assignment);
    double sum = slowdown * slowdown;
    for (const auto& [model, sensitivity] : sensitivities) {
        const auto& uncertainty = problem_.models[model].uncertainty;
        const double t = quantile(uncertainty ? uncertainty->degrees_of_freedom : 0);
        sum += t * t * std::max(models_.covariance(model, sensitivity, sensitivity), 0.0);
    }
    return sum;
}

void AssemblyCosts::add_sensitivities(const Assignment& assignment, double sign,
                                      Sensitivities& sums) const {
    for (const auto* cost : costs_in(assignment)) {
        add(cost->sensitivities, sign, sums);
    }
}

const Candidate& AssemblyCosts::chosen(std::size_t variable, const Assignment& assignment) const {
    return problem_.families[variables_[variable].family].implementations[assignment[variable]];
}

// The work beside the instance whose class its models depend on.
Work AssemblyCosts::work_in(const Work& work, std::size_t variable,
                            const Assignment& assignment) const {
    const auto partner = partner_of(problem_, work, variables_, variable);
    return partner ? beside(work, variables_[*partner].instance, chosen(*partner, assignment))
                   : work;
}

std::optional<DifferenceError> AssemblyCosts::difference(const Assignment& one,
                                                         const Assignment& other,
                                                         double run_variation) const {
    const auto costs_of_one = costs_in(one);
    const auto costs_of_other = costs_in(other);
    Sensitivities sensitivities;
    double slowdown_us = 0;
    double few_runs_us = 0;
    for (std::size_t i = 0; i < costs_of_one.size(); ++i) {
        if (costs_of_one[i] == costs_of_other[i]) {
            continue;
        }
        add(costs_of_one[i]->sensitivities, 1, sensitivities);
        add(costs_of_other[i]->sensitivities, -1, sensitivities);
        slowdown_us += costs_of_one[i]->slowdown_us + costs_of_other[i]->slowdown_us;
        few_runs_us += costs_of_one[i]->few_runs_us + costs_of_other[i]->few_runs_us;
    }
    DifferenceError error;
    for (const auto& [model, sensitivity] : sensitivities) {
        const auto& uncertainty = problem_.models[model].uncertainty;
        if (!uncertainty) {
            return std::nullopt;
        }
        auto& part = error.of_models[model];
        part.variance = std::max(models_.covariance(model, sensitivity, sensitivity), 0.0);
        part.degrees =
            uncertainty->degrees_of_freedom > 0 ? uncertainty->degrees_of_freedom : part.degrees;
    }
    const double of_slowdown = unshared_slowdown * slowdown_us;
    const double of_few_runs = run_variation * few_runs_us;
    error.others.push_back({of_slowdown * of_slowdown});
    error.others.push_back({of_few_runs * of_few_runs});
    if (fixed_us_.size() > 1) {
        error.others.back().degrees = static_cast<double>(fixed_us_.size() - 1);
    }
    return error;
}

} // namespace proxima::select
