#include "optimizer/replaceable.hpp"

#include "component/name_number.hpp"

#include <proxima/detail/call_switches.hpp>
#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::online {
namespace {

constexpr const char* phase_port = "proxima::measurement::Phase";

std::string objection_to(const std::string& class_name, const QualityLimits& limits,
                         bool is_measured, const PerformanceKnowledgePort* knowledge) {
    return limits.objection(knowledge == nullptr ? std::map<std::string, double>()
                                                 : knowledge->quality(class_name),
                            is_measured);
}

// Adds all suitable classes of the framework. Returns the reasons against those that provide the
// same ports but are not suitable.
Chosen find_replacements(const framework::BuilderService& builder, const QualityLimits& limits,
                         bool is_measured, const PerformanceKnowledgePort* knowledge,
                         ReplacementClasses& classes) {
    Chosen objections;
    for (const std::string& class_name : builder.available_classes()) {
        if (class_name == classes.all().front().class_name) {
            continue;
        }
        std::string objection = classes.add(class_name);
        if (objection.empty()) {
            objection = objection_to(class_name, limits, is_measured, knowledge);
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

} // namespace

Replaceable::Replaceable(const FrameworkAccess& access, const std::string& instance,
                         const QualityLimits& limits, bool is_quality_measured,
                         const PerformanceKnowledgePort* knowledge)
    : classes_(access, access.builder.component_id(instance)),
      objections_(
          find_replacements(access.builder, limits, is_quality_measured, knowledge, classes_)),
      expectations_(instance, names_of(classes_)) {
    if (knowledge != nullptr) {
        expectations_.keep_invocations();
    }
    // An unknown quality of the start is no reason to leave it.
    if (const std::string objection = objection_to(candidate(0), limits, true, knowledge);
        !objection.empty()) {
        begins_unfit_ = true;
        note(0, objection);
        detail::say(instance + " begins as " + candidate(0) +
                    ", which violates `require`: " + objection);
    }
}

std::size_t Replaceable::numbers() const {
    return numbers_of_step + expectations_.numbers() + Choice::numbers();
}

void Replaceable::contribute(const NamedTotals& taken, const PerformanceKnowledgePort* knowledge,
                             const Chosen& beside, const SharedNumbers& own) {
    const Totals totals = totals_of(taken, active_instance());
    own.sums[calls] = static_cast<double>(totals.calls);
    own.sums[microseconds] = totals.inclusive_us;
    method_that_threw_ = detail::method_left_by_exception(active_instance());
    own.sums[exceptions] = method_that_threw_.empty() ? 0 : 1;
    own.maxima[phase] = number_of(detail::innermost_method_of(phase_port));
    if (knowledge != nullptr) {
        expectations_.contribute(*knowledge, beside,
                                 own.sums.subspan(numbers_of_step, expectations_.numbers()));
    }
    Choice::contribute(taken, knowledge, beside, own);
}

std::optional<Choice::Failure> Replaceable::learn(const SharedNumbers& all, double steps_of_all,
                                                  double step_us) {
    expectations_.learn(all.sums.subspan(numbers_of_step, expectations_.numbers()),
                        classes_.active(), all.maxima[phase]);
    if (auto failure = Choice::learn(all, steps_of_all, step_us)) {
        return failure;
    }
    if (all.sums[exceptions] > 0) {
        const std::string method = std::exchange(method_that_threw_, "");
        if (method.empty()) {
            return Failure{CandidateFate::threw, "on another rank"};
        }
        const std::string why = "an exception left its method " + method;
        detail::say(active_instance() + " is not tried again: " + why);
        return Failure{CandidateFate::threw, why};
    }
    step_us_ = step_us;
    calls_in_step_ = all.sums[calls] / steps_of_all;
    call_us_ = all.sums[calls] > 0 ? all.sums[microseconds] / all.sums[calls] : 0;
    return std::nullopt;
}

// Predicts a step: replaces the calls of the active class in the measured step.
double Replaceable::with_calls_of(const base::Range& call_us) const {
    const double others_us = std::max(0.0, step_us_ - calls_in_step_ * call_us_);
    return others_us + calls_in_step_ * std::sqrt(call_us.min * call_us.max);
}

std::optional<Replaceable::Predicted> Replaceable::predicted(std::size_t candidate) const {
    const auto cost = expectations_.predicted(candidate);
    if (!cost || step_us_ == 0) {
        return std::nullopt;
    }
    double least = std::numeric_limits<double>::infinity(); // upper bound of the best prediction
    for (std::size_t i = 0; i < candidates(); ++i) {
        if (const auto other = expectations_.predicted(i)) {
            least = std::min(least, other->max);
        }
    }
    return Predicted{with_calls_of(*cost) / step_us_, cost->min > least};
}

const std::string& Replaceable::active_instance() const noexcept {
    return classes_.all()[classes_.active()].instance.name;
}

const std::string& Replaceable::candidate(std::size_t number) const {
    return classes_.all()[number].class_name;
}

void Replaceable::watch_exceptions(bool is_trial) {
    const std::string on_trial = is_trial ? active_instance() : "";
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

void Replaceable::describe(files::Decided& decided) const {
    for (std::size_t i = 0; i < candidates(); ++i) {
        if (const auto cost = expectations_.predicted(i)) {
            decided.candidates[i].predicted_us = std::sqrt(cost->min * cost->max);
            decided.candidates[i].predicted_step_us = with_calls_of(*cost);
        }
    }
    for (const auto& [class_name, objection] : objections_) {
        files::KnownCandidate candidate;
        candidate.class_name = class_name;
        candidate.fate = "not possible";
        candidate.why = objection;
        decided.candidates.push_back(std::move(candidate));
    }
}

} // namespace proxima::online
