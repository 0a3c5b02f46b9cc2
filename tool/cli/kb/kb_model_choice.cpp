#include "kb/kb_model_choice.hpp"

#include "kb/collected_rows.hpp"
#include "kb/kb_verbs.hpp"
#include "kb/machine_warnings.hpp"
#include "run/messages.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

using knowledge::Machine;
using knowledge::StoredModel;

/// The one machine of the base that is called `text`, or that it is part of the description of, or
/// a host of.
Machine machine_called(const knowledge::KnowledgeBase& base, const std::string& text) {
    const auto found = base.machines(text);
    const auto is_exact = [&](const Machine& machine) {
        return description(machine) == text || machine.host == text;
    };
    if (std::count_if(found.begin(), found.end(), is_exact) == 1) {
        return *std::find_if(found.begin(), found.end(), is_exact);
    }
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

void say_machines(const std::vector<StoredModel>& models, const Machine& wanted) {
    std::vector<ModelOrigin> origins;
    for (const auto& stored : models) {
        origins.push_back({stored.machine, stored.model.evidence.points > 0});
    }
    for (const auto& warning : machine_warnings(origins, wanted)) {
        say_note("warning: " + warning);
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
