#include "kb/kb_model_choice.hpp"

#include "kb/collected_rows.hpp"
#include "kb/kb_verbs.hpp"
#include "run/messages.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <set>

namespace proxima::cli {
namespace {

using knowledge::Machine;
using knowledge::StoredModel;

/// The one machine of the base that `text` is part of the description of, or a host of.
Machine machine_called(const knowledge::KnowledgeBase& base, const std::string& text) {
    const auto found = base.machines(text);
    if (found.size() == 1) {
        return found.front();
    }
    std::string known;
    for (const auto& machine : found.empty() ? base.machines("") : found) {
        known += (known.empty() ? "" : "; ") + description(machine);
    }
    throw UsageError("--on: " + std::string(found.empty() ? "no machine" : "more than one") +
                     " of the base is called `" + text +
                     "`; there are: " + (known.empty() ? "none" : known));
}

bool is_elsewhere(const StoredModel& stored, const Machine& wanted) {
    return knowledge::is_known(stored.machine) && !knowledge::is_same(stored.machine, wanted);
}

/// Measured, but nobody says where; models from a paper are not meant.
bool is_nowhere(const StoredModel& stored) {
    return !knowledge::is_known(stored.machine) && stored.model.evidence.points > 0;
}

void say_machines(const std::vector<StoredModel>& models, const Machine& wanted) {
    std::set<std::string> machines;
    std::size_t elsewhere = 0;
    std::size_t nowhere = 0;
    for (const auto& stored : models) {
        elsewhere += is_elsewhere(stored, wanted) ? 1 : 0;
        nowhere += is_nowhere(stored) ? 1 : 0;
        if (is_elsewhere(stored, wanted)) {
            machines.insert(description(stored.machine));
        }
    }
    const auto of_all = " of " + plural(models.size(), "model");
    if (elsewhere > 0) {
        std::string names;
        for (const auto& name : machines) {
            names += (names.empty() ? "" : "; ") + name;
        }
        say_note("warning: " + std::to_string(elsewhere) + of_all +
                 (elsewhere == 1 ? " was" : " were") + " measured on another machine (" + names +
                 ") than " + description(wanted) + "; times there may be others, measure again");
    }
    if (nowhere > 0) {
        say_note("warning: of " + std::to_string(nowhere) + of_all +
                 " it is not known on which one machine they were measured");
    }
}

} // namespace

std::vector<StoredModel> choose_models(const KbOptions& options) {
    const auto base = knowledge::KnowledgeBase::open(chosen_base(options.base));
    const auto wanted =
        options.on.empty() ? knowledge::this_machine() : machine_called(base, options.on);
    auto models = base.models(filter_of(options), options.all, wanted);
    say_machines(models, wanted);
    return models;
}

} // namespace proxima::cli
