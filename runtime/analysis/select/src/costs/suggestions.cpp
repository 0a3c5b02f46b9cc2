// Suggests measurements: names the predictions that cannot be relied on, and what would help.
#include "costs/assembly_costs.hpp"

#include <algorithm>
#include <utility>

namespace proxima::select {
namespace {

std::string calls_text(double calls) {
    return short_number(calls) + (calls == 1 ? " call" : " calls");
}

std::string range_text(const base::Range& range) {
    return range.min == range.max
               ? short_number(range.min)
               : "from " + short_number(range.min) + " to " + short_number(range.max);
}

} // namespace

// The uses of models by a choice, with all that it may be beside.
ChoiceCost AssemblyCosts::over_partners(std::size_t variable, std::size_t choice) const {
    ChoiceCost sum;
    for (const auto& work : works_) {
        for (std::size_t i = 0; work.first == variable && i < work.columns; ++i) {
            sum.add_uses(work.costs[choice * work.columns + i]);
        }
    }
    return sum;
}

// The pair number `at` of a table, whose models are for other classes.
Unknown AssemblyCosts::never_together(const WorkCosts& pair, std::size_t at) const {
    const auto name = [&](std::size_t variable, std::size_t choice) {
        return variables_[variable].instance + " as " +
               family(variable).implementations[choice].name;
    };
    const auto first = name(pair.first, at / pair.columns);
    const auto second = name(pair.second, at % pair.columns);
    return {first + " beside " + second +
                " is left out: its time depends on the pair, and no model is of both",
            {"a run with " + first + " and " + second, {}}};
}

std::vector<Unknown> AssemblyCosts::not_known() const {
    std::vector<std::pair<double, Unknown>> found;
    ChoiceCost all;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
        for (std::size_t k = 0; k < family(i).implementations.size(); ++k) {
            const auto& name = family(i).implementations[k].name;
            const auto cost = over_partners(i, k);
            for (const auto& [model, invalid] : cost.negative) {
                auto measurement = models_.measurement(model, invalid.values);
                found.push_back(
                    {forbidden,
                     {variables_[i].instance + " as " + name + " is left out: `" +
                          problem_.models[model].mean.text() + "`, the model of " +
                          measurement.text() + ", is negative (" + calls_text(invalid.calls) + ")",
                      std::move(measurement)}});
            }
            if (cost.negative.empty()) {
                ChoiceCost outside;
                outside.outside = cost.outside;
                all.add_uses(outside);
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
    for (const auto& pair : works_) {
        for (std::size_t i = 0; i < pair.costs.size(); ++i) {
            if (!pair.costs[i].failure.empty()) {
                found.push_back({forbidden, never_together(pair, i)});
            }
        }
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

SuggestedMeasurement AssemblyCosts::measurement(std::size_t model, const Assignment& one,
                                                const Assignment& other) const {
    const auto sensitivity = sensitivities(costs_in(one), costs_in(other)).at(model);
    std::pair<double, std::vector<double>> most{0, {}};
    for (const auto* assignment : {&one, &other}) {
        for (const auto& work : workload_.works) {
            const auto i = variable(work.instance);
            if (i < variables_.size()) {
                auto more = models_.most_informative_input(
                    model, sensitivity, work_in(work, i, *assignment), chosen(i, *assignment));
                most = std::max(most, more);
            }
        }
    }
    return models_.measurement(model, most.second);
}

} // namespace proxima::select
