#include "costs/cost_predictor.hpp"
#include "workload/recorded_inputs.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/range.hpp>
#include <proxima/base/text.hpp>
#include <proxima/gather/run_inputs.hpp>
#include <proxima/select/predicted_times.hpp>
#include <proxima/select/scaled_run.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace proxima::select {
namespace {

using base::joined;
using rundir::CallGraph;
using rundir::Node;

bool is_of_time(const fit::Model& model) {
    return model.metric == "time" || model.metric == "exclusive";
}

class Predictor {
public:
    Predictor(CallGraph& graph, const PredictionSettings& settings)
        : graph_(graph), settings_(settings), use_(settings.models),
          modelled_inputs_(modelled_inputs(settings.models)) {
        choose_implementations();
        check_values();
    }

    PredictedTimes predict(const rundir::RunDirectory& run, rundir::ReadOutcome& outcome) {
        const auto inputs = inputs_of(run, outcome);
        rundir::set_inclusive_times(graph_, [&](std::size_t i, double callees_us) {
            predict(graph_.nodes[i], inputs[i], callees_us);
        });
        warn_of_domains();
        std::copy(notes_.begin(), notes_.end(), std::back_inserter(predicted_.warnings));
        return std::move(predicted_);
    }

private:
    bool is_of_run(const std::string& name) const {
        return modelled_inputs_.count(full_name(modelled_inputs_, name)) > 0;
    }

    // Scales the graph if the times of a run with other inputs are wanted. Returns the inputs of
    // its nodes.
    std::vector<std::vector<InputGroup>> inputs_of(const rundir::RunDirectory& run,
                                                   rundir::ReadOutcome& outcome) {
        std::map<std::string, double> inputs;
        std::copy_if(settings_.values.begin(), settings_.values.end(),
                     std::inserter(inputs, inputs.end()),
                     [&](const auto& value) { return is_of_run(value.first); });
        const RunScaler scaler({run, graph_, std::nullopt},
                               {settings_.file, settings_.models, gather::recorded_classes(run)},
                               outcome);
        if (inputs.empty()) {
            return scaler.recorded();
        }
        auto scaled = scaler.at(inputs);
        graph_ = std::move(scaled.graph);
        return std::move(scaled.inputs);
    }

    void choose_implementations() {
        std::set<std::string> instances;
        for (const auto& component : graph_.components) {
            instances.insert(component.instance);
            implementations_.push_back(implementation_for(work_of(component)));
        }
        for (const auto& [instance, name] : settings_.implementations) {
            if (instances.count(instance) == 0) {
                throw base::Error(settings_.file, "the run has no instance " + instance +
                                                      "; it has " + joined(instances));
            }
            if (used_.count(instance) == 0) {
                throw base::Error(settings_.file, "there is no model of " + name +
                                                      " for a method that the run calls of " +
                                                      instance + "; there are models of " +
                                                      joined(modelled()));
            }
        }
        if (used_.empty()) {
            throw base::Error(
                settings_.file,
                "no model is of an instance of the run; it has " + joined(instances) +
                    "; name the implementation of one of these: " + joined(modelled()));
        }
    }

    std::optional<Candidate> implementation_for(const Work& work) {
        const auto given = settings_.implementations.find(work.instance);
        const auto names = given != settings_.implementations.end() ? std::set{given->second}
                                                                    : modelled(work.instance);
        std::set<std::string> fitting;
        for (const auto& name : names) {
            if (has_model(settings_.models, work, name)) {
                fitting.insert(name);
            }
        }
        if (fitting.size() > 1) {
            throw base::Error(settings_.file, "there are models of several implementations of " +
                                                  work.instance + ": " + joined(fitting) +
                                                  "; name one of them");
        }
        if (fitting.empty()) {
            return std::nullopt;
        }
        used_.insert(work.instance);
        Candidate made;
        made.name = made.model_name = *fitting.begin();
        made.inputs = settings_.values;
        return made;
    }

    // Implementations in the models, of one instance or of all.
    std::set<std::string> modelled(const std::string& instance = "") const {
        std::set<std::string> names;
        for (const auto& model : settings_.models) {
            if ((instance.empty() || model.component == instance) && is_of_time(model)) {
                names.insert(model.implementation);
            }
        }
        return names;
    }

    // Refuses values that no model uses, because they are probably misspelt.
    void check_values() const {
        auto known = modelled_inputs_;
        for (const auto& implementation : implementations_) {
            for (const auto& model : settings_.models) {
                if (!implementation || implementation->model_name != model.implementation ||
                    !is_of_time(model)) {
                    continue;
                }
                for (const auto& input : model.inputs) {
                    known.insert(input.parameter);
                }
                for (const auto& condition : model.conditions) {
                    known.insert(condition.parameter);
                }
            }
        }
        for (const auto& [name, value] : settings_.values) {
            if (known.count(name) == 0 && !is_of_run(name)) {
                throw base::Error(
                    settings_.file,
                    "no model has the parameter " + name + "; " +
                        (known.empty() ? "they have none" : "they have " + joined(known)));
            }
        }
    }

    // Sets the own time of a node, given that of its callees.
    void predict(Node& node, const std::vector<InputGroup>& inputs, double callees_us) {
        const auto& implementation = implementations_[node.component];
        auto& own_us = node.statistics.exclusive_us;
        if (implementation) {
            auto work = work_of(graph_.component(node));
            work.inputs = inputs;
            const auto cost = use_.cost(work, *implementation);
            if (is_known(cost)) {
                own_us = std::max(cost.model_us - (cost.includes_callees ? callees_us : 0), 0.0);
                for (const auto& [place, invalid] : cost.outside) {
                    add_outside(place, invalid.used);
                }
                ++predicted_.nodes;
                predicted_.predicted_us += own_us;
                return;
            }
        }
        predicted_.measured_us += own_us;
    }

    bool is_known(const ChoiceCost& cost) {
        if (!cost.failure.empty()) {
            notes_.insert(cost.failure + "; until then it counts as measured");
            return false;
        }
        for (const auto& [model, invalid] : cost.negative) {
            notes_.insert("the model of " + title(settings_.models[model]) +
                          " is negative; measure " +
                          use_.measurement(model, invalid.values).text() +
                          "; until then it counts as measured");
        }
        return cost.negative.empty();
    }

    void add_outside(const std::pair<std::size_t, std::size_t>& place, const base::Range& used) {
        auto& all = outside_.emplace(place, used).first->second;
        all = {std::min(all.min, used.min), std::max(all.max, used.max)};
    }

    void warn_of_domains() {
        const auto text = [](const base::Range& range) {
            return short_number(range.min) +
                   (range.min < range.max ? " to " + short_number(range.max) : "");
        };
        for (const auto& [place, used] : outside_) {
            const auto& model = settings_.models[place.first];
            const auto& input = model.inputs[place.second];
            predicted_.warnings.push_back("the model of " + title(model) + " holds for " +
                                          input.parameter + " " + text(*input.domain) +
                                          " and is used for " + text(used));
        }
    }

    CallGraph& graph_;
    const PredictionSettings& settings_;
    CostPredictor use_;
    std::set<std::string> modelled_inputs_;                 // of runs
    std::vector<std::optional<Candidate>> implementations_; // by component
    std::set<std::string> used_;                            // instances that have models
    std::map<std::pair<std::size_t, std::size_t>, base::Range> outside_; // by model and input
    std::set<std::string> notes_;
    PredictedTimes predicted_;
};

} // namespace

PredictedTimes predict_times(const rundir::RunDirectory& run, CallGraph& graph,
                             const PredictionSettings& settings, rundir::ReadOutcome& outcome) {
    return Predictor(graph, settings).predict(run, outcome);
}

} // namespace proxima::select
