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

double AssemblyError::squared_half_width(double level) const {
    double sum = 0;
    const auto add = [&](const ErrorPart& part) {
        const double t = level > 0 ? base::student_quantile((1 + level) / 2, part.degrees) : 1;
        sum += t * t * part.variance;
    };
    add(of_slowdown);
    for (const auto& [model, part] : of_models) {
        add(part);
    }
    return sum;
}

std::optional<double> AssemblyError::probability_below_zero(double mean_us) const {
    double variance = 0;
    double uncertain = 0; // of the variance: Welch and Satterthwaite
    const auto add = [&](const ErrorPart& part) {
        variance += part.variance;
        uncertain += part.variance * part.variance / part.degrees;
    };
    add(of_slowdown);
    add(of_few_runs);
    for (const auto& [model, part] : of_models) {
        add(part);
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
    require_choices();
    for (const auto& [one, other] : problem.forbidden) {
        forbid(one, other);
    }
}

void AssemblyCosts::add_works(std::size_t variable) {
    const auto& instance = variables_[variable].instance;
    is_calibrated_ = is_calibrated_ && measured_as(variable);
    bool has_work = false;
    for (const auto& work : workload_.works) {
        if (work.instance == instance) {
            has_work = has_work || has_calls(work);
            add_work(work, variable);
        }
    }
    if (!has_work) {
        throw base::Error(problem_.file,
                          std::string(problem_.workload ? "\"workload\"" : "the run") +
                              " has no calls of the instance " + instance +
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

// Adds the costs of a work as each implementation, beside each choice for its partner. Small work
// counts as measured if a model does not hold. Pairs without a model keep their failure.
void AssemblyCosts::add_work(const Work& work, std::size_t variable) {
    const auto partner = partner_of(problem_, work, variables_, variable);
    std::vector<Work> kinds;
    for (const auto& other :
         partner ? family(*partner).implementations : std::vector<Candidate>()) {
        kinds.push_back(beside(work, variables_[*partner].instance, other));
    }
    if (!partner) {
        kinds.push_back(work);
    }
    WorkCosts made{variable, partner.value_or(variable), kinds.size(), {}};
    std::string unknown;
    for (const auto& implementation : family(variable).implementations) {
        std::size_t known = 0;
        for (const auto& kind : kinds) {
            made.costs.push_back(models_.cost(kind, implementation));
            known += made.costs.back().failure.empty() ? 1 : 0;
        }
        unknown = known == 0 && unknown.empty() ? made.costs.back().failure : unknown;
    }
    const bool holds = std::all_of(made.costs.begin(), made.costs.end(),
                                   [](const ChoiceCost& cost) { return cost.holds(); });
    if (!work.measured.empty() && work.share <= small_share && !holds) {
        take_as_measured(work);
        return;
    }
    if (!unknown.empty()) {
        throw base::Error(problem_.file, unknown);
    }
    const auto own = measured_as(made.first);
    const auto other = partner ? measured_as(*partner) : std::optional<std::size_t>(0);
    replay(work, own && other ? std::optional(*own * made.columns + *other) : std::nullopt,
           made.costs);
    variables_[made.first].is_significant = variables_[made.second].is_significant = true;
    works_.push_back(std::move(made));
}

// Implementation of an instance in the runs, if known.
std::optional<std::size_t> AssemblyCosts::measured_as(std::size_t variable) const {
    const auto known = problem_.measured.find(variables_[variable].instance);
    if (known == problem_.measured.end()) {
        return std::nullopt;
    }
    const auto found = index_of(family(variable), known->second);
    return found < family(variable).implementations.size() ? std::optional(found) : std::nullopt;
}

void AssemblyCosts::make_network() {
    std::vector<std::vector<double>> own;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        own.emplace_back(family(i).implementations.size(), 0);
    }
    std::vector<std::vector<double>> means;
    for (const auto& work : works_) {
        auto& costs = means.emplace_back();
        for (const auto& cost : work.costs) {
            const bool is_known = cost.failure.empty() && cost.negative.empty();
            costs.push_back(is_known ? cost.mean_us() : forbidden);
        }
        for (std::size_t k = 0; k < costs.size() && work.columns == 1; ++k) {
            own[work.first][k] += costs[k];
        }
    }
    for (auto& costs : own) {
        network_.add_variable(std::move(costs));
    }
    for (std::size_t i = 0; i < works_.size(); ++i) {
        if (works_[i].columns > 1) {
            network_.add_pair(works_[i].first, works_[i].second, means[i]);
        }
    }
}

// Throws if all models of an instance are negative.
void AssemblyCosts::require_choices() const {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        const auto& costs = network_.costs(i);
        if (std::count(costs.begin(), costs.end(), forbidden) ==
            static_cast<std::ptrdiff_t>(costs.size())) {
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
    means[index_of(family(first), one.second) * columns + index_of(family(second), other.second)] =
        forbidden;
    network_.add_pair(first, second, means);
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

AssemblyCosts::Costs AssemblyCosts::costs_in(const Assignment& assignment) const {
    Costs costs;
    for (const auto& work : works_) {
        costs.push_back(&work.in(assignment));
    }
    return costs;
}

double AssemblyCosts::noise(const Assignment& assignment) const {
    double sum = 0;
    for (const auto* cost : costs_in(assignment)) {
        sum += cost->noise;
    }
    return sum;
}

const Candidate& AssemblyCosts::chosen(std::size_t variable, const Assignment& assignment) const {
    return family(variable).implementations[assignment[variable]];
}

// The work beside the instance whose class its models depend on.
Work AssemblyCosts::work_in(const Work& work, std::size_t variable,
                            const Assignment& assignment) const {
    const auto partner = partner_of(problem_, work, variables_, variable);
    return partner ? beside(work, variables_[*partner].instance, chosen(*partner, assignment))
                   : work;
}

AssemblyError AssemblyCosts::error(const Assignment& assignment) const {
    const auto costs = costs_in(assignment);
    static const ChoiceCost none;
    return error(costs, Costs(costs.size(), &none));
}

AssemblyError AssemblyCosts::difference(const Assignment& one, const Assignment& other,
                                        double run_variation) const {
    auto made = error(costs_in(one), costs_in(other));
    made.of_few_runs.variance = std::pow(run_variation * made.few_runs_us, 2);
    if (fixed_us_.size() > 1) {
        made.of_few_runs.degrees = static_cast<double>(fixed_us_.size() - 1);
    }
    return made;
}

// Sensitivity of the difference; works that both assemblies do alike cancel.
Sensitivities AssemblyCosts::sensitivities(const Costs& costs, const Costs& others) {
    Sensitivities sums;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] != others[i]) {
            add(costs[i]->sensitivities, 1, sums);
            add(others[i]->sensitivities, -1, sums);
        }
    }
    return sums;
}

AssemblyError AssemblyCosts::error(const Costs& costs, const Costs& others) const {
    AssemblyError error;
    double slowdown_us = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] != others[i]) {
            slowdown_us += costs[i]->slowdown_us + others[i]->slowdown_us;
            error.few_runs_us += costs[i]->few_runs_us + others[i]->few_runs_us;
        }
    }
    error.of_slowdown.variance = std::pow(unshared_slowdown * slowdown_us, 2);
    for (const auto& [model, sensitivity] : sensitivities(costs, others)) {
        const auto& uncertainty = problem_.models[model].uncertainty;
        auto& part = error.of_models[model];
        part.variance = std::max(models_.covariance(model, sensitivity, sensitivity), 0.0);
        error.has_intervals = error.has_intervals && uncertainty;
        if (uncertainty && uncertainty->degrees_of_freedom > 0) {
            part.degrees = uncertainty->degrees_of_freedom;
        }
    }
    return error;
}

} // namespace proxima::select
