#include "inputs.hpp"

#include <proxima/base/range.hpp>
#include <proxima/base/student.hpp>
#include <proxima/base/text.hpp>
#include <proxima/platform/prediction.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace proxima::platform {
namespace {

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

Input need_of(const Need& need, const Application& application, const Platform* platform,
              const Values& given) {
    if (const auto found = given.find(need.name); found != given.end()) {
        return {found->second, std::nullopt};
    }
    if (platform == nullptr) {
        throw base::Error(need.place, "`" + need.name + "` is needed; give a platform that has it");
    }
    const auto* quantity = platform->find(need.name);
    if (quantity == nullptr) {
        throw base::Error(platform->file, "there is no `" + need.name + "`, which " +
                                              application.name + " needs" +
                                              (need.unit.empty() ? "" : " in " + need.unit) +
                                              "; add it to \"quantities\"");
    }
    if (quantity->unit != need.unit) {
        throw base::Error(quantity->place, "`" + need.name + "` is in `" + quantity->unit + "`, " +
                                               application.name + " needs it in `" + need.unit +
                                               "`; convert it");
    }
    return {quantity->value, quantity->interval};
}

void check_names(const Application& application, const Values& given) {
    std::vector<std::string> known;
    const auto add = [&](const auto& list) {
        for (const auto& element : list) {
            known.push_back(element.name);
        }
    };
    add(application.parameters);
    add(application.platform);
    for (const auto& [name, value] : given) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw base::Error(application.file, application.name + " has no `" + name + "`" +
                                                    base::instead(name, known, "its names"));
        }
    }
}

std::vector<std::string> names_of(const Usage& usage) {
    std::vector<std::string> names;
    for (const auto& [name, value] : usage) {
        names.push_back(name);
    }
    return names;
}

struct Bounds {
    double below = 0; // squares
    double above = 0;
};

} // namespace

std::vector<Input> inputs_of(const Application& application, const Platform* platform,
                             const Values& given, const Usage& usage) {
    check_names(application, given);
    std::vector<Input> inputs;
    for (const auto& parameter : application.parameters) {
        const auto found = given.find(parameter.name);
        Input input{parameter.value, parameter.interval};
        if (found != given.end()) {
            input = {found->second, std::nullopt};
        }
        if (parameter.domain && !parameter.domain->contains(input.value)) {
            throw base::Error(parameter.place, "`" + parameter.name + "` is " +
                                                   number_text(input.value) + ", its domain is " +
                                                   number_text(parameter.domain->min) + " to " +
                                                   number_text(parameter.domain->max));
        }
        inputs.push_back(input);
    }
    for (const auto& need : application.platform) {
        inputs.push_back(need_of(need, application, platform, given));
    }
    for (const auto& need : application.usage) {
        const auto found = usage.find(need.name);
        if (found == usage.end()) {
            throw base::Error(need.place,
                              "`" + need.name + "` is not known as usage" +
                                  (usage.empty()
                                       ? "; use proxima attribute"
                                       : base::instead(need.name, names_of(usage), "these are")));
        }
        if (found->second.unit != need.unit) {
            throw base::Error(need.place, "`" + need.name + "` is in `" + need.unit +
                                              "`, but nodes use it in `" +
                                              std::string(found->second.unit) + "`; convert it");
        }
        inputs.push_back(found->second);
    }
    return inputs;
}

std::vector<double> outcomes_of(const Application& application, std::vector<double> values) {
    std::vector<double> outcomes;
    const auto value_of = [&](const Formula& formula) {
        return formula.value(std::span(values).first(formula.value.variables().size()));
    };
    const auto evaluate = [&](const Formula& formula, bool is_outcome) {
        const double value = value_of(formula);
        if (!std::isfinite(value)) {
            throw base::Error(formula.place,
                              "`" + formula.name + "` has no value for these parameters");
        }
        values.push_back(value);
        if (is_outcome) {
            outcomes.push_back(value);
        }
    };
    for (const auto& formula : application.derived) {
        evaluate(formula, false);
    }
    for (const auto& formula : application.components) {
        evaluate(formula, true);
    }
    evaluate(application.total, true);
    for (const auto& formula : application.results) {
        const double value = value_of(formula);
        values.push_back(std::isfinite(value) ? value : std::nan(""));
        outcomes.push_back(values.back());
    }
    return outcomes;
}

std::vector<double> values_of(const std::vector<Input>& inputs) {
    std::vector<double> values;
    for (const auto& input : inputs) {
        values.push_back(input.value);
    }
    return values;
}

std::vector<double> slopes(const Application& application, const std::vector<Input>& inputs,
                           std::size_t index) {
    constexpr double small = 1e-4; // expressions are smooth at this scale, and sums exact enough
    auto values = values_of(inputs);
    const double step = values[index] != 0 ? small * std::fabs(values[index]) : small;
    const auto at = outcomes_of(application, values);
    values[index] += step;
    auto moved = outcomes_of(application, std::move(values));
    for (std::size_t i = 0; i < moved.size(); ++i) {
        moved[i] = (moved[i] - at[i]) / step;
    }
    return moved;
}

namespace {

class Propagation {
public:
    Propagation(const Application& application, const std::vector<Input>& inputs)
        : application_(application), inputs_(inputs),
          outcomes_(outcomes_of(application, values_of(inputs))), least_(outcomes_),
          bounds_(outcomes_.size()) {}

    std::vector<Estimate> run() {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (inputs_[i].interval && !is_fitted(i)) {
                add_ends(i);
            }
        }
        if (application_.fit) {
            add_fit(*application_.fit);
        }
        std::vector<Estimate> estimates;
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            estimates.push_back({outcomes_[i], std::nullopt});
            if (bounds_[i].below > 0 || bounds_[i].above > 0) {
                const double lower = outcomes_[i] - std::sqrt(bounds_[i].below);
                estimates.back().interval =
                    base::Range{least_[i] >= 0 ? std::max(lower, 0.0) : lower,
                                outcomes_[i] + std::sqrt(bounds_[i].above)};
            }
        }
        return estimates;
    }

private:
    bool is_fitted(std::size_t index) const {
        if (!application_.fit || index >= application_.parameters.size()) {
            return false;
        }
        const auto& fitted = application_.fit->parameters;
        return std::find(fitted.begin(), fitted.end(), application_.parameters[index].name) !=
               fitted.end();
    }

    void add_ends(std::size_t index) {
        for (const double end : {inputs_[index].interval->min, inputs_[index].interval->max}) {
            auto values = values_of(inputs_);
            values[index] = end;
            const auto moved = outcomes_of(application_, std::move(values));
            for (std::size_t i = 0; i < moved.size(); ++i) {
                least_[i] = std::min(least_[i], moved[i]);
                const double change = moved[i] - outcomes_[i];
                auto& bound = change < 0 ? bounds_[i].below : bounds_[i].above;
                bound += change * change;
            }
        }
    }

    void add_fit(const Fit& fit) {
        const double t = base::student_quantile(0.95, fit.degrees_of_freedom);
        std::vector<std::vector<double>> gradient;
        for (const auto& name : fit.parameters) {
            const auto* parameter = application_.find(name);
            gradient.push_back(
                slopes(application_, inputs_,
                       static_cast<std::size_t>(parameter - application_.parameters.data())));
        }
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            const bool is_total = i == application_.components.size();
            double variance = is_total ? std::pow(fit.scatter * outcomes_[i], 2) : 0;
            for (std::size_t a = 0; a < gradient.size(); ++a) {
                for (std::size_t b = 0; b < gradient.size(); ++b) {
                    variance += gradient[a][i] * fit.covariance[a][b] * gradient[b][i];
                }
            }
            bounds_[i].below += t * t * std::max(variance, 0.0);
            bounds_[i].above += t * t * std::max(variance, 0.0);
        }
    }

    const Application& application_;
    const std::vector<Input>& inputs_;
    std::vector<double> outcomes_;
    std::vector<double> least_; // at the ends of the inputs; an interval does not go below 0 alone
    std::vector<Bounds> bounds_;
};

} // namespace

PlatformPrediction predict(const Application& application, const Platform* platform,
                           const Values& given, const Usage& usage) {
    const auto inputs = inputs_of(application, platform, given, usage);
    const auto estimates = Propagation(application, inputs).run();
    const auto count = static_cast<std::ptrdiff_t>(application.components.size());
    return {{estimates.begin(), estimates.begin() + count},
            estimates[application.components.size()],
            {estimates.begin() + count + 1, estimates.end()}};
}

} // namespace proxima::platform
