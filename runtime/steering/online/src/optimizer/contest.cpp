#include "optimizer/contest.hpp"

#include "observation/job_totals.hpp"

#include <proxima/detail/call_switches.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/format/machine.hpp>
#include <proxima/framework/error.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

namespace proxima::online {
namespace {

constexpr const char* phase_port = "proxima::measurement::Phase";

using Objections = std::vector<std::pair<std::string, std::string>>;

// Adds all suitable classes of the framework. Returns the reasons against those that provide the
// same ports but are not suitable.
Objections find_replacements(const framework::BuilderService& builder, const QualityLimits& limits,
                             const PerformanceKnowledgePort* knowledge,
                             ReplacementClasses& classes) {
    Objections objections;
    for (const std::string& class_name : builder.available_classes()) {
        if (class_name == classes.all().front().class_name) {
            continue;
        }
        std::string objection = classes.add(class_name);
        if (objection.empty()) {
            objection = limits.objection(knowledge == nullptr ? std::map<std::string, double>()
                                                              : knowledge->quality(class_name));
            if (!objection.empty()) {
                classes.remove_last();
            }
        }
        if (!objection.empty() && objection != ReplacementClasses::other_ports) {
            objections.emplace_back(class_name, objection);
        }
    }
    return objections;
}

std::vector<std::string> names_of(const ReplacementClasses& classes) {
    std::vector<std::string> names;
    for (const ReplacementClass& one : classes.all()) {
        names.push_back(one.class_name);
    }
    return names;
}

Totals totals_of(const NamedTotals& totals, const std::string& name) {
    const auto found = totals.find(name);
    return found == totals.end() ? Totals{} : found->second;
}

std::vector<std::vector<fit::Model>> models_of(const ReplacementClasses& classes,
                                               const PerformanceKnowledgePort* knowledge) {
    std::vector<std::vector<fit::Model>> models;
    for (const ReplacementClass& one : classes.all()) {
        models.emplace_back();
        if (knowledge != nullptr) {
            models.back() = knowledge->models_of(classes.instance(), one.class_name);
        }
    }
    return models;
}

std::string why(const Race& race, std::size_t was, std::size_t next) {
    std::ostringstream text;
    text.precision(3);
    const Standing& standing = race.standing(was);
    if (race.is_trial()) {
        text << "trial";
    } else if (next != race.best() || standing.fate == CandidateFate::failed ||
               standing.fate == CandidateFate::threw) {
        text << (standing.fate == CandidateFate::threw ? "the other threw" : "the other failed");
    } else if (standing.fate == CandidateFate::worse) {
        text << "the former surely takes " << standing.ratio << " (" << standing.interval.min
             << " to " << standing.interval.max
             << ") times as long; pairs of steps: " << standing.pairs;
    } else if (standing.fate == CandidateFate::equal) {
        text << (is_sure(standing) ? "no difference that matters" : "no sure difference");
    } else {
        text << "for comparison";
    }
    return text.str();
}

std::string text_of(double number) {
    std::ostringstream text;
    text.precision(9);
    text << number;
    return text.str();
}

// Corrects a model by measurements.
fit::Model corrected(fit::Model model, const Correction& correction) {
    const auto times = [&](const fit::Expression& expression, double offset) {
        return fit::Expression(text_of(correction.scale()) + " * (" + expression.text() + ") + (" +
                                   text_of(offset) + ")",
                               model.input_names());
    };
    model.mean = times(model.mean, correction.offset());
    if (model.stddev) {
        model.stddev = times(*model.stddev, 0);
    }
    model.uncertainty.reset();
    model.fit.reset();
    model.evidence.source = "corrected by an Optimizer while it ran";
    model.evidence.machine = format::this_machine().processor;
    return model;
}

// Makes a constant model for a class that has none.
fit::Model mean_of(const std::string& class_name, const MeasuredMethod& method,
                   const Totals& totals) {
    fit::Model model;
    model.implementation = class_name;
    model.component = method.instance;
    model.port = method.port;
    model.method = method.method;
    model.mean = fit::Expression(text_of(totals.mean_us()), {});
    model.stddev = fit::Expression(text_of(totals.stddev_us()), {});
    model.evidence.points = totals.calls;
    model.evidence.source = "measured by an Optimizer while it ran";
    model.evidence.machine = format::this_machine().processor;
    model.warnings = {"the mean of all calls, whatever their parameters"};
    return model;
}

} // namespace

Contest::Contest(const FrameworkAccess& access, const std::string& instance, const RaceRules& rules,
                 const QualityLimits& limits, const PerformanceKnowledgePort* knowledge)
    : classes_(access, access.builder.component_id(instance)),
      objections_(find_replacements(access.builder, limits, knowledge, classes_)),
      models_(models_of(classes_, knowledge)), race_(classes_.all().size(), 0, rules),
      expectations_(instance, names_of(classes_)) {
    if (knowledge != nullptr) {
        expectations_.keep_invocations();
    }
}

void Contest::contribute(const Window& window, const PerformanceKnowledgePort* knowledge,
                         const SharedNumbers& own) {
    const Totals totals = totals_of(window.taken, active_instance());
    own.sums[calls] = static_cast<double>(totals.calls);
    own.sums[microseconds] = totals.inclusive_us;
    own.sums[swaps_that_failed] = has_failed_ ? 1 : 0;
    method_that_threw_ = detail::method_left_by_exception(active_instance());
    own.sums[exceptions] = method_that_threw_.empty() ? 0 : 1;
    own.maxima[seconds] = window.step_seconds;
    own.maxima[phase] = number_of(detail::innermost_method_of(phase_port));
    if (knowledge != nullptr) {
        expectations_.contribute(*knowledge, own.sums.subspan(numbers_of_step));
    }
}

void Contest::learn(const SharedNumbers& all, int ranks, std::uint64_t window_steps) {
    expectations_.learn(all.sums.subspan(numbers_of_step), classes_.active(), all.maxima[phase]);
    for (std::size_t i = 0; i < classes_.all().size(); ++i) {
        if (const auto cost = expectations_.predicted(i)) {
            race_.predict(i, *cost);
        }
    }
    if (all.sums[swaps_that_failed] > 0) {
        drop_current(CandidateFate::failed, has_failed_ ? failure_ : "");
    } else if (all.sums[exceptions] > 0) {
        const std::string method = std::exchange(method_that_threw_, "");
        drop_current(CandidateFate::threw,
                     method.empty() ? "" : "an exception left its method " + method);
    } else if (all.sums[calls] > 0) {
        const double step_seconds = all.maxima[seconds];
        call_us_ = all.sums[microseconds] / all.sums[calls];
        calls_in_step_ = all.sums[calls] / ranks / static_cast<double>(window_steps);
        step_us_ = step_seconds * 1e6;
        // Ranks learn the sums of a window one step later.
        const double later = ranks > 1 ? 1 : 0;
        const double steps = static_cast<double>(window_steps) + later;
        race_.add({call_us_, step_seconds * steps, steps / (1 + later)});
        if (std::exchange(changes_, race_.changes()) != race_.changes()) {
            expectations_.begin_anew();
        }
    }
}

void Contest::drop_current(CandidateFate fate, const std::string& why_here) {
    why_failed_[race_.current()] = why_here.empty() ? "on another rank" : why_here;
    if (fate == CandidateFate::threw && !why_here.empty()) {
        detail::say(active_instance() + " is not tried again: " + why_here);
    }
    race_.fail_current(fate);
}

// Predicts a step: replaces the candidate's calls in the measured step.
std::optional<double> Contest::predicted_step_us(std::size_t candidate) const {
    const auto cost = expectations_.predicted(candidate);
    if (!cost || step_us_ == 0) {
        return std::nullopt;
    }
    const double others_us = std::max(0.0, step_us_ - calls_in_step_ * call_us_);
    return others_us + calls_in_step_ * std::sqrt(cost->min * cost->max);
}

const std::string& Contest::active_instance() const noexcept {
    return classes_.all()[classes_.active()].instance.name;
}

const std::string& Contest::class_of(std::size_t candidate) const {
    return classes_.all()[candidate].class_name;
}

void Contest::follow(std::vector<files::Swap>& swaps, const files::Swap& here) {
    const std::size_t was = classes_.active();
    const std::size_t next = race_.current();
    files::Swap swap = here;
    if (was != next) {
        swap.why = why(race_, was, next);
    }
    has_failed_ = !swap_to(next, swaps, std::move(swap));
    watch_trial();
}

// Watches only the candidate on trial, since watching slows calls.
void Contest::watch_trial() {
    const std::string on_trial = race_.is_trial() ? active_instance() : "";
    if (on_trial == watched_) {
        return;
    }
    if (!watched_.empty()) {
        detail::watch_exceptions(watched_, false);
    }
    if (!on_trial.empty()) {
        detail::watch_exceptions(on_trial, true);
    }
    watched_ = on_trial;
}

void Contest::keep_best(std::vector<files::Swap>& swaps, const files::Swap& here) {
    swap_to(race_.best(), swaps, here);
}

bool Contest::swap_to(std::size_t next, std::vector<files::Swap>& swaps, files::Swap here) {
    const std::size_t was = classes_.active();
    if (was == next) {
        return true;
    }
    try {
        classes_.swap_to(next);
    } catch (...) {
        const std::string problem = framework::message_of_current_exception();
        if (std::exchange(failure_, problem) != problem) {
            detail::say(instance() + " stays " + class_of(was) + ": " + problem);
        }
        return false;
    }
    here.instance = instance();
    here.from = class_of(was);
    here.to = class_of(next);
    swaps.push_back(std::move(here));
    return true;
}

void Contest::repeat(const files::Swap& swap) {
    for (std::size_t i = 0; i < classes_.all().size(); ++i) {
        if (class_of(i) == swap.to) {
            classes_.swap_to(i);
            return;
        }
    }
    throw std::runtime_error("there is no class " + swap.to + " to become " + instance());
}

std::vector<fit::Model> Contest::learnt(const Observation& now) const {
    std::vector<fit::Model> learnt;
    for (std::size_t i = 0; i < classes_.all().size(); ++i) {
        const ReplacementClass& one = classes_.all()[i];
        for (const fit::Model& model : models_[i]) {
            const Correction* const correction = expectations_.correction(i);
            learnt.push_back(correction == nullptr ? model : corrected(model, *correction));
        }
        for (const auto& [method, totals] : now.methods) {
            if (models_[i].empty() && method.instance == one.instance.name && totals.calls > 0) {
                learnt.push_back(mean_of(one.class_name, method, totals));
                learnt.back().component = instance();
            }
        }
    }
    return learnt;
}

files::Decided Contest::decided() const {
    files::Decided result;
    result.instance = instance();
    result.start = class_of(0);
    result.best = class_of(race_.best());
    result.renewals = race_.decisions();
    result.explored_seconds = race_.explored_seconds();
    for (std::size_t i = 0; i < classes_.all().size(); ++i) {
        auto candidate = known_candidate(class_of(i), race_.standing(i));
        if (const auto failed = why_failed_.find(i); failed != why_failed_.end()) {
            candidate.why = failed->second;
        }
        if (const auto cost = expectations_.predicted(i)) {
            candidate.predicted_us = std::sqrt(cost->min * cost->max);
            candidate.predicted_step_us = predicted_step_us(i).value_or(0);
        }
        result.candidates.push_back(std::move(candidate));
    }
    for (const auto& [class_name, objection] : objections_) {
        files::KnownCandidate candidate;
        candidate.class_name = class_name;
        candidate.fate = "not possible";
        candidate.why = objection;
        result.candidates.push_back(std::move(candidate));
    }
    return result;
}

} // namespace proxima::online
