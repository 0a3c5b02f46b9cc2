#include "class_effects.hpp"

#include <proxima/rundir/usable_run.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace proxima::gather {
namespace {

std::string settings_of(const RunContext& facts) {
    std::string text;
    for (const auto& parameter : facts.parameters) {
        text += parameter.name + '=' + parameter.text + '\n';
    }
    return text;
}

void add_conditions(const std::vector<compare::ClassEffect>& effects, RunContext& facts) {
    std::set<std::pair<std::string, std::string>> known;
    for (const auto& effect : effects) {
        const std::pair method(effect.instance, effect.method);
        const auto other = facts.implementations.find(effect.other);
        if (other != facts.implementations.end() && known.insert(method).second) {
            facts.parameters.push_back({effect.other, other->second, std::nullopt, false, method});
        }
    }
}

} // namespace

std::vector<compare::ClassEffect> add_class_effects(const std::vector<rundir::RunDirectory>& runs,
                                                    std::vector<RunContext>& facts) {
    const bool differ = std::any_of(facts.begin(), facts.end(), [&](const RunContext& one) {
        return one.implementations != facts.front().implementations;
    });
    if (!differ) {
        return {};
    }
    std::vector<compare::AssembledRun> assembled;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        rundir::ReadOutcome outcome; // what it could not read is said when the records are read
        assembled.push_back(compare::assembled_run(rundir::load_or_rebuild_graph(runs[i], outcome),
                                                   facts[i].implementations,
                                                   settings_of(facts[i])));
    }
    auto effects = compare::interactions(assembled);
    for (auto& one : facts) {
        add_conditions(effects, one);
    }
    return effects;
}

} // namespace proxima::gather
