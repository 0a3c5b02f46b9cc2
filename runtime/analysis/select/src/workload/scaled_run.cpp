#include "costs/cost_predictor.hpp"
#include "workload/recorded_inputs.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/student.hpp>
#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/select/scaled_run.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace proxima::select {
namespace {

using Values = std::map<std::string, double>;

// Calls that take so many times what their model says, such as a first one that starts a library,
// keep their time, with an error as large.
constexpr double no_description = 100;

// A factor, and its standard deviation as a share of it.
struct Ratio {
    double factor = 1;
    double error = 0;
};

double of_normal(double probability) {
    return base::student_quantile(probability, std::numeric_limits<double>::infinity());
}

// The path of which a model of calls is; empty for a root.
std::string path_of(const fit::Model& model) {
    const auto found =
        std::find_if(model.conditions.begin(), model.conditions.end(),
                     [](const auto& condition) { return condition.parameter == "path"; });
    return found == model.conditions.end() ? "" : found->value;
}

class Scaler {
public:
    Scaler(MeasuredRun run, const ScalingModels& models, const Values& from, const Values& to)
        : run_(std::move(run)), models_(models), predictor_(models.models), from_(from), to_(to) {
        for (const auto& model : models.models) {
            of_paths_[path_of(model)].push_back(&model);
        }
    }

    MeasuredRun scale(const std::vector<std::vector<InputGroup>>& inputs) {
        const double before = run_.graph.total_us();
        run_.inputs.resize(inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            scale_node(i, inputs[i]);
        }
        check_unknown(before);
        add_up();
        run_.scaling_error = total_us_ > 0 ? uncertain_us_ / total_us_ : 0;
        return std::move(run_);
    }

private:
    const fit::Model* model_of(std::size_t node, const std::string& metric) const {
        const auto& component = run_.graph.component(run_.graph.nodes[node]);
        const auto of_path = of_paths_.find(gather::callers_of(run_.graph, node));
        for (const auto* model :
             of_path != of_paths_.end() ? of_path->second : std::vector<const fit::Model*>()) {
            if (model->metric == metric && model->component == component.instance &&
                component.instance + "." + model->method == component.name) {
                return model;
            }
        }
        return nullptr;
    }

    // Value of a model of calls or their numbers; unset if it has no positive one.
    std::optional<double> value_of(const fit::Model& model, const Values& inputs,
                                   std::vector<double>& values) const {
        values.clear();
        for (const auto& input : model.inputs) {
            const auto found = inputs.find(input.parameter);
            if (found == inputs.end()) {
                return std::nullopt;
            }
            values.push_back(found->second);
        }
        const double value = model.mean(values);
        return std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
    }

    std::optional<Ratio> ratio_of(const fit::Model* model) const {
        constexpr double level = 0.9;
        std::vector<double> values;
        const auto from = model != nullptr ? value_of(*model, from_, values) : std::nullopt;
        const auto to = from ? value_of(*model, to_, values) : std::nullopt;
        if (!to) {
            return std::nullopt;
        }
        const auto interval = fit::prediction_interval(*model, values, level);
        const double width = interval ? interval->max - interval->min : 0;
        return Ratio{*to / *from, from_ == to_ ? 0 : width / 2 / *to / of_normal((1 + level) / 2)};
    }

    // Ratios of the numbers that the calls of a node record.
    std::map<std::string, Ratio> ratios_of_numbers(std::size_t node,
                                                   const std::vector<InputGroup>& groups) const {
        std::map<std::string, Ratio> ratios;
        for (const auto& [name, value] : groups.empty() ? Values() : groups.front().values) {
            if (const auto ratio = ratio_of(model_of(node, "mean " + name))) {
                ratios[name] = *ratio;
            }
        }
        return ratios;
    }

    // The groups with other numbers of calls, and other numbers in them.
    static std::vector<InputGroup> scaled(std::vector<InputGroup> groups, double calls,
                                          const std::map<std::string, Ratio>& numbers,
                                          const Values& inputs) {
        for (auto& group : groups) {
            group.count *= calls;
            for (const auto& [name, ratio] : numbers) {
                const auto found = group.values.find(name);
                if (found != group.values.end()) {
                    found->second *= ratio.factor;
                }
            }
            group.values.insert(inputs.begin(), inputs.end());
        }
        return groups;
    }

    void scale_node(std::size_t node, const std::vector<InputGroup>& groups) {
        auto& statistics = run_.graph.nodes[node].statistics;
        const auto calls = ratio_of(model_of(node, "calls"));
        const auto numbers = ratios_of_numbers(node, groups);
        run_.inputs[node] = scaled(groups, calls ? calls->factor : 1, numbers, to_);
        const auto time = calls ? ratio_of_time(node, scaled(groups, 1, {}, from_), *calls, numbers)
                                : refused(node, "there is no model of its number of calls");
        const double scaled_us = statistics.exclusive_us * (time ? time->factor : 1);
        if (!time) {
            unknown_us_ += statistics.exclusive_us;
            if (statistics.exclusive_us > largest_unknown_us_) {
                largest_unknown_us_ = statistics.exclusive_us;
                largest_unknown_ = refusal_;
            }
        }
        statistics.exclusive_us = scaled_us;
        if (calls) {
            constexpr double most = 1e18; // fits an integer
            const double scaled = std::round(static_cast<double>(statistics.calls) * calls->factor);
            statistics.calls = static_cast<std::uint64_t>(std::clamp(scaled, 1.0, most));
        }
        total_us_ += scaled_us;
        uncertain_us_ += time ? scaled_us * time->error : 0;
    }

    std::optional<Ratio> refused(std::size_t node, const std::string& why) {
        refusal_ = run_.graph.component(run_.graph.nodes[node]).name + ": " + why;
        return std::nullopt;
    }

    // The implementation of an instance in the run.
    std::optional<std::string> implementation_of(const Work& work) const {
        const auto given = models_.implementations.find(work.instance);
        if (given != models_.implementations.end()) {
            return given->second;
        }
        std::set<std::string> names;
        for (const auto& model : models_.models) {
            if (model.component == work.instance &&
                is_model_of(model, work, model.implementation)) {
                names.insert(model.implementation);
            }
        }
        return names.size() == 1 ? std::optional(*names.begin()) : std::nullopt;
    }

    std::optional<Ratio> ratio_of_time(std::size_t node, const std::vector<InputGroup>& from,
                                       const Ratio& calls,
                                       const std::map<std::string, Ratio>& numbers) {
        Work work = work_of(run_.graph.component(run_.graph.nodes[node]));
        const auto implementation = implementation_of(work);
        if (!implementation) {
            return refused(node, "there is no model of its time, or none of the implementation in "
                                 "the run is known");
        }
        Candidate own;
        own.name = own.model_name = *implementation;
        const auto cost = [&](const std::vector<InputGroup>& inputs) {
            work.inputs = inputs;
            return predictor_.cost(work, own);
        };
        const auto then = cost(from);
        const auto now = cost(run_.inputs[node]);
        if (!then.failure.empty() || !now.failure.empty()) {
            return refused(node, then.failure.empty() ? now.failure : then.failure);
        }
        if (then.model_us >= 0 &&
            run_.graph.nodes[node].statistics.exclusive_us > no_description * then.model_us) {
            return Ratio{calls.factor, 1};
        }
        if (!(then.model_us > 0) || !(now.model_us > 0) || !now.negative.empty()) {
            return refused(node, "its model of time is not positive there");
        }
        double variance = calls.error * calls.error + variance_of_models(then, now);
        for (const auto& number : numbers) {
            const auto more = cost(
                scaled(run_.inputs[node], 1, {{number.first, {1 + number.second.error, 0}}}, {}));
            const double error = more.model_us / now.model_us - 1;
            variance += std::isfinite(error) ? error * error : 0;
        }
        return Ratio{now.model_us / then.model_us, std::sqrt(variance)};
    }

    // Relative variance of the ratio of two costs by the same models.
    double variance_of_models(const ChoiceCost& then, const ChoiceCost& now) const {
        constexpr double probability = 0.95;
        Sensitivities sums;
        add(now.sensitivities, 1 / now.model_us, sums);
        add(then.sensitivities, -1 / then.model_us, sums);
        double variance = 0;
        for (auto& [model, sensitivity] : sums) {
            const auto& uncertainty = models_.models[model].uncertainty;
            sensitivity.extrapolation_us = 0; // competing formulas in the gradient stand for it
            if (uncertainty && uncertainty->degrees_of_freedom > 0) {
                const double t =
                    base::student_quantile(probability, uncertainty->degrees_of_freedom) /
                    of_normal(probability);
                variance += t * t * predictor_.covariance(model, sensitivity, sensitivity);
            }
        }
        return std::max(variance, 0.0);
    }

    void check_unknown(double before) const {
        if (unknown_us_ > small_share * before) {
            throw base::Error(models_.file,
                              base::human_share(unknown_us_ / before) +
                                  " of the run cannot be predicted for these inputs; " +
                                  largest_unknown_);
        }
    }

    // Sets inclusive times and means.
    void add_up() {
        rundir::set_inclusive_times(run_.graph, [](std::size_t, double) {});
        for (auto& node : run_.graph.nodes) {
            auto& statistics = node.statistics;
            statistics.mean_us = statistics.inclusive_us /
                                 static_cast<double>(std::max(statistics.calls, std::uint64_t{1}));
        }
    }

    MeasuredRun run_;
    const ScalingModels& models_;
    CostPredictor predictor_;
    const Values& from_; // inputs of the run
    const Values& to_;
    std::map<std::string, std::vector<const fit::Model*>> of_paths_;
    std::string refusal_; // of the node just scaled
    std::string largest_unknown_;
    double largest_unknown_us_ = 0;
    double unknown_us_ = 0;
    double total_us_ = 0;
    double uncertain_us_ = 0; // standard deviations of all nodes, as if their errors had one cause
};

} // namespace

std::set<std::string> modelled_inputs(const std::vector<fit::Model>& models) {
    std::set<std::string> names;
    for (const auto& model : models) {
        if (model.metric == "calls") {
            names.insert(model.dropped.begin(), model.dropped.end());
            for (const auto& input : model.inputs) {
                names.insert(input.parameter);
            }
        }
    }
    return names;
}

std::string full_name(const std::set<std::string>& inputs, const std::string& name) {
    std::vector<std::string> found;
    for (const auto& input : inputs) {
        if (input.size() > name.size() && input.ends_with("." + name)) {
            found.push_back(input);
        }
    }
    return inputs.count(name) == 0 && found.size() == 1 ? found.front() : name;
}

base::Range interval_of(const MeasuredRun& run, double level) {
    const double varies =
        SelectionSettings().assumed_variation * std::numbers::sqrt2; // and so did its base
    const double half = of_normal((1 + level) / 2) * std::hypot(varies, run.scaling_error);
    const double us = run.graph.total_us();
    return {us * std::exp(-half), us * std::exp(half)};
}

RunScaler::RunScaler(MeasuredRun run, ScalingModels models, rundir::ReadOutcome& outcome)
    : run_(std::move(run)), models_(std::move(models)) {
    for (const auto& [name, text] : gather::run_inputs(run_.directory)) {
        if (const auto number = base::number_of(text)) {
            inputs_[name] = *number;
        }
    }
    const auto& nodes = run_.graph.nodes;
    std::vector<RecordedInputs> recorded(nodes.size());
    std::vector<RecordedInputs*> wanted;
    for (auto& one : recorded) {
        wanted.push_back(&one);
    }
    read_inputs(run_.directory, run_.graph, wanted, models_.models, outcome, run_.rank);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        of_nodes_.push_back(recorded[i].of_calls(static_cast<double>(nodes[i].statistics.calls)));
        for (auto& group : of_nodes_.back()) { // models may be for classes of other instances
            group.texts.insert(models_.implementations.begin(), models_.implementations.end());
        }
    }
}

MeasuredRun RunScaler::at(const Values& inputs) const {
    const auto known = modelled_inputs(models_.models);
    auto to = inputs_;
    for (const auto& [given, value] : inputs) {
        const auto name = full_name(known, given);
        if (known.count(name) == 0) {
            throw base::Error(models_.file,
                              "no model of calls has the input " + name + "; " +
                                  (known.empty() ? "fit models to runs that differ in it"
                                                 : "they have " + base::joined(known)));
        }
        if (inputs_.count(name) == 0) {
            throw base::Error(run_.directory.path(),
                              "the run states no number for " + name +
                                  "; give a run of the assembly or command of the models");
        }
        to[name] = value;
    }
    return Scaler(run_, models_, inputs_, to).scale(of_nodes_);
}

} // namespace proxima::select
