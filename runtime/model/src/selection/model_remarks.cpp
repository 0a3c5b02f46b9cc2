#include "selection/model_remarks.hpp"

#include "selection/model_names.hpp"

#include <algorithm>
#include <tuple>

namespace proxima::model {
namespace {

/// Models of the same calls of an implementation that may be taken: nothing says which one counts.
void say_doubles(const SelectionProblem& problem, std::vector<std::string>& warnings) {
    std::set<std::string> taken;
    for (const auto& family : problem.families) {
        for (const auto& one : family.implementations) {
            taken.insert(one.model_name);
        }
    }
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string,
                           std::set<std::pair<std::string, std::string>>>;
    std::set<Key> known;
    std::set<Key> said;
    for (const auto& model : problem.models) {
        std::set<std::pair<std::string, std::string>> conditions;
        for (const auto& one : model.conditions) {
            conditions.emplace(one.parameter, one.value);
        }
        const Key key(model.implementation, model.component, model.port, model.method, model.metric,
                      conditions);
        if (taken.count(model.implementation) > 0 && !known.insert(key).second &&
            said.insert(key).second) {
            warnings.push_back("there are several models of " + title(model) +
                               " for the same calls, and the first counts; keep one");
        }
    }
}

} // namespace

void ModelRemarks::used_outside(std::size_t model, const Input& input, double value, double count) {
    auto& noted = outside_[{model, input.name}];
    noted.min = noted.count > 0 ? std::min(noted.min, value) : value;
    noted.max = noted.count > 0 ? std::max(noted.max, value) : value;
    noted.count += count;
}

void ModelRemarks::say(const SelectionProblem& problem, std::vector<std::string>& warnings) const {
    say_doubles(problem, warnings);
    for (const auto& [place, outside] : outside_) {
        warnings.push_back("the model of " + title(problem.models[place.first]) +
                           " is used outside of its domain, for " + place.second + " from " +
                           short_number(outside.min) + " to " + short_number(outside.max) +
                           " (calls: " + short_number(outside.count) +
                           "); the interval is wider for it");
    }
    for (const auto model : negative_times_) {
        warnings.push_back("the model of " + title(problem.models[model]) +
                           " gives negative times, which count as 0");
    }
    for (const auto model : negative_deviations_) {
        warnings.push_back("the model of " + title(problem.models[model]) +
                           " gives negative deviations, which count as 0");
    }
}

} // namespace proxima::model
