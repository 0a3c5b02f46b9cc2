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

std::string calls_text(double calls) {
    return short_number(calls) + (calls == 1 ? " call" : " calls");
}

std::string range_text(const base::Range& range) {
    return range.min == range.max
               ? short_number(range.min)
               : "from " + short_number(range.min) + " to " + short_number(range.max);
}

} // namespace

AssemblyCosts::AssemblyCosts(const SelectionProblem& problem, const Workload& workload)
    : problem_(problem), workload_(workload), models_(problem.models),
      fixed_us_(workload.fixed_us.empty() ? std::vector<double>{0} : workload.fixed_us) {
    for (std::size_t family = 0; family < problem.families.size(); ++family) {
        for (const auto& instance : problem.families[family].instances) {
            make_variable(instance, family);
        }
    }
    make_network();
    forbid_negative();
    for (const auto& interaction : problem.interactions) {
        add_interaction(interaction);
    }
}

void AssemblyCosts::make_variable(const std::string& instance, std::size_t family) {
    Variable made{instance, family, false};
    const auto& wanted = problem_.families[family];
    ChoiceCost nothing;
    nothing.us.resize(fixed_us_.size());
    auto& sums = costs_.emplace_back(wanted.implementations.size(), nothing);
    const auto measured = measured_as(instance, wanted);
    is_calibrated_ = is_calibrated_ && measured;
    bool has_work = false;
    for (const auto& work : workload_.works) {
        if (work.instance != instance) {
            continue;
        }
        has_work = has_work || has_calls(work);
        if (auto costs = costs_of(work, wanted)) {
            made.is_significant = true;
            replay(work, measured, *costs);
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i].add((*costs)[i]);
            }
        } else {
            for (std::size_t run = 0; run < work.measured.size(); ++run) {
                const double us = work.measured[run].exclusive_us;
                fixed_us_[run] += us;
                as_measured_us_ += us / static_cast<double>(work.measured.size());
            }
        }
    }
    if (!has_work) {
        throw base::Error(problem_.file,
                          std::string(problem_.workload ? "\"workload\"" : "the run") +
                              " has no calls of the instance " + instance +
                              "; correct its name or leave its family out");
    }
    variables_.push_back(made);
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

void AssemblyCosts::make_network() {
    for (const auto& costs : costs_) {
        std::vector<double> means;
        for (const auto& cost : costs) {
            means.push_back(cost.mean_us());
            for (const auto& [model, sensitivity] : cost.sensitivities) {
                knows_uncertainty_ =
                    knows_uncertainty_ || models_.covariance(model, sensitivity, sensitivity) > 0;
            }
        }
        network_.add_variable(std::move(means));
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

// Number of calls of either instance by the other.
double AssemblyCosts::calls_between(const Interaction& interaction) const {
    double calls = 0;
    for (const auto& count : workload_.calls) {
        const bool is_between =
            (count.from == interaction.first && count.to == interaction.second) ||
            (count.from == interaction.second && count.to == interaction.first);
        calls += is_between ? count.calls : 0;
    }
    return calls;
}

void AssemblyCosts::add_interaction(const Interaction& interaction) {
    const auto first = variable(interaction.first);
    const auto second = variable(interaction.second);
    const double calls = calls_between(interaction);
    const auto columns = network_.values(second);
    std::vector<double> means(network_.values(first) * columns, 0);
    for (const auto& cost : interaction.costs) {
        const auto at =
            index_of(problem_.families[variables_[first].family], cost.first) * columns +
            index_of(problem_.families[variables_[second].family], cost.second);
        means[at] += cost.us + cost.us_per_call * calls;
        knows_uncertainty_ = knows_uncertainty_ || cost.stddev_us > 0;
    }
    network_.add_pair(first, second, means);
}

std::vector<Unknown> AssemblyCosts::not_known() const {
    std::vector<std::pair<double, Unknown>> found;
    ChoiceCost all;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        for (std::size_t k = 0; k < costs_[i].size(); ++k) {
            const auto& name = problem_.families[variables_[i].family].implementations[k].name;
            for (const auto& [model, invalid] : costs_[i][k].negative) {
                auto measurement = models_.measurement(model, invalid.values);
                found.push_back(
                    {forbidden,
                     {variables_[i].instance + " as " + name + " is left out: `" +
                          problem_.models[model].mean.text() + "`, the model of " +
                          measurement.text() + ", is negative (" + calls_text(invalid.calls) + ")",
                      std::move(measurement)}});
            }
            if (costs_[i][k].negative.empty()) {
                ChoiceCost outside;
                outside.outside = costs_[i][k].outside;
                all.add(outside);
            }
        }
    }
    for (const auto& [place, invalid] : all.outside) {
        const auto& model = problem_.models[place.first];
        const auto& input = model.inputs[place.second];
        found.push_back({invalid.calls,
                         {"the model of " + title(model) + " holds for " + input.name + " " +
                              range_text(*input.domain) + ", and is used for " +
                              range_text(invalid.used) + " (" + calls_text(invalid.calls) + ")",
                          models_.measurement(place.first, invalid.values)}});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second.what < b.second.what;
    });
    std::vector<Unknown> result;
    for (auto& [calls, unknown] : found) {
        result.push_back(std::move(unknown));
    }
    return result;
}

double AssemblyCosts::fixed_us() const {
    return std::accumulate(fixed_us_.begin(), fixed_us_.end(), 0.0) /
           static_cast<double>(fixed_us_.size());
}

std::vector<double> AssemblyCosts::run_times(const Assignment& assignment) const {
    auto times = fixed_us_;
    const double interactions =
        network_.cost(assignment) -
        std::accumulate(costs_.begin(), costs_.end(), 0.0, [&](double sum, const auto& costs) {
            const auto i = static_cast<std::size_t>(&costs - costs_.data());
            return sum + costs[assignment[i]].mean_us();
        });
    for (std::size_t run = 0; run < times.size(); ++run) {
        times[run] += interactions;
        for (std::size_t i = 0; i < costs_.size(); ++i) {
            times[run] += costs_[i][assignment[i]].us[run];
        }
    }
    return times;
}

double AssemblyCosts::sum(double ChoiceCost::* part, const Assignment& assignment) const {
    double sum = 0;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
        sum += costs_[i][assignment[i]].*part;
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
    double slowdown = 0;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
        slowdown += quantile(0) * unshared_slowdown * costs_[i][assignment[i]].slowdown_us;
    }
    double sum = slowdown * slowdown;
    for (const auto& [model, sensitivity] : sensitivities) {
        const auto& uncertainty = problem_.models[model].uncertainty;
        const double t = quantile(uncertainty ? uncertainty->degrees_of_freedom : 0);
        sum += t * t * std::max(models_.covariance(model, sensitivity, sensitivity), 0.0);
    }
    for (const auto& interaction : problem_.interactions) {
        for (const auto& cost : interaction.costs) {
            const double half = quantile(0) * cost.stddev_us;
            sum += applies(interaction, cost, assignment) ? half * half : 0;
        }
    }
    return sum;
}

void AssemblyCosts::add_sensitivities(const Assignment& assignment, double sign,
                                      Sensitivities& sums) const {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        add(costs_[i][assignment[i]].sensitivities, sign, sums);
    }
}

const Candidate& AssemblyCosts::chosen(std::size_t variable, const Assignment& assignment) const {
    return problem_.families[variables_[variable].family].implementations[assignment[variable]];
}

bool AssemblyCosts::applies(const Interaction& interaction, const InteractionCost& cost,
                            const Assignment& assignment) const {
    return chosen(variable(interaction.first), assignment).name == cost.first &&
           chosen(variable(interaction.second), assignment).name == cost.second;
}

std::map<std::size_t, double> AssemblyCosts::difference(const Assignment& one,
                                                        const Assignment& other) const {
    std::map<std::size_t, double> variances;
    Sensitivities sensitivities;
    add_sensitivities(one, 1, sensitivities);
    add_sensitivities(other, -1, sensitivities);
    for (const auto& [model, sensitivity] : sensitivities) {
        variances[model] = std::max(models_.covariance(model, sensitivity, sensitivity), 0.0);
    }
    for (std::size_t i = 0; i < problem_.interactions.size(); ++i) {
        const auto& interaction = problem_.interactions[i];
        for (const auto& cost : interaction.costs) {
            if (applies(interaction, cost, one) != applies(interaction, cost, other)) {
                variances[problem_.models.size() + i] += cost.stddev_us * cost.stddev_us;
            }
        }
    }
    return variances;
}

SuggestedMeasurement AssemblyCosts::measurement(std::size_t source, const Assignment& one,
                                                const Assignment& other) const {
    if (source >= problem_.models.size()) {
        const auto& interaction = problem_.interactions[source - problem_.models.size()];
        const auto& assignment = one;
        return {"a run with " + interaction.first + " as " +
                    chosen(variable(interaction.first), assignment).name + " and " +
                    interaction.second + " as " +
                    chosen(variable(interaction.second), assignment).name,
                {}};
    }
    Sensitivities sensitivities;
    add_sensitivities(one, 1, sensitivities);
    add_sensitivities(other, -1, sensitivities);
    const auto& sensitivity = sensitivities.at(source);
    std::pair<double, std::vector<double>> most{0, {}};
    for (const auto* assignment : {&one, &other}) {
        for (const auto& work : workload_.works) {
            const auto i = variable(work.instance);
            if (i < variables_.size()) {
                auto more = models_.most_informative_input(source, sensitivity, work,
                                                           chosen(i, *assignment));
                most = std::max(most, more);
            }
        }
    }
    return models_.measurement(source, most.second);
}

} // namespace proxima::select
