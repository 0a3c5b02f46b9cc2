#include <proxima/fit/fit.hpp>

namespace proxima::fit {
namespace {

// True unless the models explain the effect by the inputs of the calls.
bool is_in_models(const compare::ClassEffect& effect, const std::vector<FitOutcome>& models) {
    bool is_modelled = false;
    for (const auto& outcome : models) {
        const auto& measured = outcome.measurements;
        if (outcome.model && measured.component == effect.instance &&
            measured.method == effect.method && measured.implementation == effect.implementation) {
            is_modelled = true;
            for (const auto& condition : outcome.model->conditions) {
                if (condition.parameter == effect.other) {
                    return true;
                }
            }
        }
    }
    return !is_modelled;
}

} // namespace

std::vector<compare::ClassEffect> modelled(std::vector<compare::ClassEffect> effects,
                                           const std::vector<FitOutcome>& models) {
    std::erase_if(effects, [&](const auto& effect) { return !is_in_models(effect, models); });
    return effects;
}

} // namespace proxima::fit
