#include "selection/composition.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <utility>

namespace proxima::model {
namespace {

std::size_t index_of(const Family& family, const std::string& implementation) {
    const auto found = std::find_if(family.implementations.begin(), family.implementations.end(),
                                    [&](const auto& one) { return one.name == implementation; });
    return static_cast<std::size_t>(found - family.implementations.begin());
}

/// Of work that is given; of a run it is there because it was called.
bool has_calls(const Work& work) {
    return std::any_of(work.inputs.begin(), work.inputs.end(),
                       [](const auto& input) { return input.count > 0; });
}

std::string calls_text(double calls) {
    return short_number(calls) + (calls == 1 ? " call" : " calls");
}

std::string range_text(const Range& range) {
    return range.min == range.max
               ? short_number(range.min)
               : "from " + short_number(range.min) + " to " + short_number(range.max);
}

} // namespace

Composition::Composition(const SelectionProblem& problem, const Workload& workload)
    : problem_(problem), workload_(workload), models_(problem.models),
      fixed_us_(workload.fixed_us) {
    for (std::size_t family = 0; family < problem.families.size(); ++family) {
        for (const auto& instance : problem.families[family].instances) {
            make_variable(instance, family);
        }
    }
    make_networks();
    forbid_negative();
    for (const auto& interaction : problem.interactions) {
        add_interaction(interaction);
    }
}

void Composition::make_variable(const std::string& instance, std::size_t family) {
    Variable made{instance, family, false};
    auto& sums = costs_.emplace_back(problem_.families[family].implementations.size());
    bool has_work = false;
    for (const auto& work : workload_.works) {
        if (work.instance != instance) {
            continue;
        }
        has_work = has_work || has_calls(work);
        if (const auto costs = costs_of(work, problem_.families[family])) {
            made.is_significant = true;
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i].add((*costs)[i]);
            }
        } else {
            fixed_us_ += work.exclusive_us;
            as_measured_us_ += work.exclusive_us;
        }
    }
    if (!has_work) {
        throw Error(problem_.file, std::string(problem_.workload ? "\"workload\"" : "the run") +
                                       " has no calls of the instance " + instance +
                                       "; correct its name or leave its family out");
    }
    variables_.push_back(made);
}

/// Of each implementation; nothing where pruning has dropped the work, and not all are known to
/// hold for it.
std::optional<std::vector<ChoiceCost>> Composition::costs_of(const Work& work,
                                                             const Family& family) const {
    std::vector<ChoiceCost> costs;
    for (const auto& implementation : family.implementations) {
        auto cost = models_.cost(work, implementation);
        const bool is_known = cost.failure.empty() && cost.outside.empty() && cost.negative.empty();
        if (work.is_dropped && !is_known) {
            return std::nullopt;
        }
        if (!cost.failure.empty()) {
            throw Error(problem_.file, cost.failure);
        }
        costs.push_back(std::move(cost));
    }
    return costs;
}

void Composition::make_networks() {
    for (const auto& costs : costs_) {
        std::vector<double> means;
        std::vector<double> variances;
        for (const auto& cost : costs) {
            double own = 0;
            for (const auto& [model, reliance] : cost.reliances) {
                own += models_.covariance(model, reliance, reliance);
            }
            knows_uncertainty_ = knows_uncertainty_ || own > 0;
            means.push_back(cost.mean_us);
            variances.push_back(cost.noise + own);
        }
        mean_.add_variable(std::move(means));
        variance_.add_variable(std::move(variances));
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        for (std::size_t j = i + 1; j < variables_.size(); ++j) {
            add_common_errors(i, j);
        }
    }
}

/// Two instances that rely on one model are wrong together.
void Composition::add_common_errors(std::size_t one, std::size_t other) {
    std::vector<double> common;
    for (const auto& left : costs_[one]) {
        for (const auto& right : costs_[other]) {
            double sum = 0;
            for (const auto& [model, reliance] : left.reliances) {
                const auto shared = right.reliances.find(model);
                sum += shared != right.reliances.end()
                           ? 2 * models_.covariance(model, reliance, shared->second)
                           : 0;
            }
            common.push_back(sum);
        }
    }
    if (std::any_of(common.begin(), common.end(), [](double sum) { return sum != 0; })) {
        variance_.add_pair(one, other, common);
    }
}

void Composition::forbid_negative() {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        std::size_t left = 0;
        for (std::size_t k = 0; k < costs_[i].size(); ++k) {
            costs_[i][k].negative.empty() ? void(++left) : mean_.forbid(i, k);
        }
        if (left == 0) {
            const auto unknown = not_known();
            const auto& why = *std::find_if(unknown.begin(), unknown.end(), [&](const auto& one) {
                return one.what.rfind(variables_[i].instance + " as ", 0) == 0;
            });
            throw Error(problem_.file, "nothing is left to choose for " + variables_[i].instance +
                                           ": " + why.what + "; measure " + why.measurement.text());
        }
    }
}

std::size_t Composition::variable(const std::string& instance) const {
    const auto found = std::find_if(variables_.begin(), variables_.end(),
                                    [&](const auto& one) { return one.instance == instance; });
    return static_cast<std::size_t>(found - variables_.begin());
}

/// Calls of the one by the other.
double Composition::calls_between(const Interaction& interaction) const {
    double calls = 0;
    for (const auto& count : workload_.calls) {
        const bool is_between =
            (count.from == interaction.first && count.to == interaction.second) ||
            (count.from == interaction.second && count.to == interaction.first);
        calls += is_between ? count.calls : 0;
    }
    return calls;
}

void Composition::add_interaction(const Interaction& interaction) {
    const auto first = variable(interaction.first);
    const auto second = variable(interaction.second);
    const double calls = calls_between(interaction);
    const auto columns = mean_.values(second);
    std::vector<double> means(mean_.values(first) * columns, 0);
    auto variances = means;
    for (const auto& cost : interaction.costs) {
        const auto at =
            index_of(problem_.families[variables_[first].family], cost.first) * columns +
            index_of(problem_.families[variables_[second].family], cost.second);
        means[at] += cost.us + cost.us_per_call * calls;
        variances[at] += cost.stddev_us * cost.stddev_us;
        knows_uncertainty_ = knows_uncertainty_ || cost.stddev_us > 0;
    }
    mean_.add_pair(first, second, means);
    variance_.add_pair(first, second, variances);
}

std::vector<Unknown> Composition::not_known() const {
    std::vector<std::pair<double, Unknown>> found;
    ChoiceCost all;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        for (std::size_t k = 0; k < costs_[i].size(); ++k) {
            const auto& name = problem_.families[variables_[i].family].implementations[k].name;
            for (const auto& [model, misuse] : costs_[i][k].negative) {
                auto measurement = models_.measurement(model, misuse.values);
                found.push_back(
                    {forbidden,
                     {variables_[i].instance + " as " + name + " is left out: `" +
                          problem_.models[model].mean.text() + "`, the model of " +
                          measurement.text() + ", is negative (" + calls_text(misuse.calls) + ")",
                      std::move(measurement)}});
            }
            if (costs_[i][k].negative.empty()) {
                ChoiceCost outside;
                outside.outside = costs_[i][k].outside;
                all.add(outside);
            }
        }
    }
    for (const auto& [place, misuse] : all.outside) {
        const auto& model = problem_.models[place.first];
        const auto& input = model.inputs[place.second];
        found.push_back({misuse.calls,
                         {"the model of " + title(model) + " holds for " + input.name + " " +
                              range_text(*input.domain) + ", and is used for " +
                              range_text(misuse.used) + " (" + calls_text(misuse.calls) + ")",
                          models_.measurement(place.first, misuse.values)}});
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

std::map<std::size_t, Reliance>
Composition::difference_of_reliances(const Assignment& one, const Assignment& other) const {
    std::map<std::size_t, Reliance> sums;
    const auto add = [&](const Assignment& assignment, double sign) {
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            for (const auto& [model, more] : costs_[i][assignment[i]].reliances) {
                auto& sum = sums[model];
                sum.gradient.resize(more.gradient.size());
                sum.extrapolation_us += sign * more.extrapolation_us;
                for (std::size_t k = 0; k < more.gradient.size(); ++k) {
                    sum.gradient[k] += sign * more.gradient[k];
                }
            }
        }
    };
    add(one, 1);
    add(other, -1);
    return sums;
}

const Implementation& Composition::chosen(std::size_t variable,
                                          const Assignment& assignment) const {
    return problem_.families[variables_[variable].family].implementations[assignment[variable]];
}

bool Composition::applies(const Interaction& interaction, const InteractionCost& cost,
                          const Assignment& assignment) const {
    return chosen(variable(interaction.first), assignment).name == cost.first &&
           chosen(variable(interaction.second), assignment).name == cost.second;
}

std::map<std::size_t, double> Composition::difference(const Assignment& one,
                                                      const Assignment& other) const {
    std::map<std::size_t, double> variances;
    for (const auto& [model, reliance] : difference_of_reliances(one, other)) {
        variances[model] = std::max(models_.covariance(model, reliance, reliance), 0.0);
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

Measurement Composition::measurement(std::size_t source, const Assignment& one,
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
    const auto reliance = difference_of_reliances(one, other).at(source);
    std::pair<double, std::vector<double>> most{0, {}};
    for (const auto* assignment : {&one, &other}) {
        for (const auto& work : workload_.works) {
            const auto i = variable(work.instance);
            if (i < variables_.size()) {
                auto more = models_.telling_input(source, reliance, work, chosen(i, *assignment));
                most = std::max(most, more);
            }
        }
    }
    return models_.measurement(source, most.second);
}

} // namespace proxima::model
