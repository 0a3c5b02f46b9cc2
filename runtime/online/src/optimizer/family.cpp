#include "optimizer/family.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/framework/error.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

namespace proxima::online {
namespace {

using Objections = std::vector<std::pair<std::string, std::string>>;

/// Adds all classes that the framework has and that are good enough; says why not of those that
/// could be meant.
Objections find_alternatives(const framework::BuilderService& builder, const QualityLimits& limits,
                             const PerformanceKnowledgePort* knowledge,
                             Alternatives& alternatives) {
    Objections objections;
    for (const std::string& class_name : builder.available_classes()) {
        if (class_name == alternatives.all().front().class_name) {
            continue;
        }
        std::string objection = alternatives.add(class_name);
        if (objection.empty()) {
            objection = limits.objection(knowledge == nullptr ? std::map<std::string, double>()
                                                              : knowledge->quality(class_name));
            if (!objection.empty()) {
                alternatives.remove_last();
            }
        }
        if (!objection.empty() && objection != Alternatives::other_ports) {
            objections.emplace_back(class_name, objection);
        }
    }
    return objections;
}

std::vector<std::string> classes_of(const Alternatives& alternatives) {
    std::vector<std::string> classes;
    for (const Alternative& alternative : alternatives.all()) {
        classes.push_back(alternative.class_name);
    }
    return classes;
}

Totals totals_of(const NamedTotals& totals, const std::string& name) {
    const auto found = totals.find(name);
    return found == totals.end() ? Totals{} : found->second;
}

std::vector<Candidate> candidates_of(const Alternatives& alternatives) {
    std::vector<Candidate> candidates;
    for (const Alternative& alternative : alternatives.all()) {
        candidates.push_back({alternative.class_name, {}});
    }
    return candidates;
}

std::string why(const Race& race, std::size_t was, std::size_t next) {
    std::ostringstream text;
    text.precision(3);
    const Standing& standing = race.standing(was);
    if (race.is_trial()) {
        text << "trial";
    } else if (next != race.best() || standing.fate == Fate::failed) {
        text << "the other failed";
    } else if (standing.fate == Fate::worse) {
        text << "sure: " << standing.ratio << " (" << standing.interval.min << " to "
             << standing.interval.max << ") times the time of the other, by " << standing.pairs
             << " pairs of steps";
    } else if (standing.fate == Fate::equal) {
        text << "no difference that matters";
    } else {
        text << "for comparison";
    }
    return text.str();
}

} // namespace

Family::Family(const Workshop& workshop, const std::string& instance, const RaceRules& rules,
               const QualityLimits& limits, const PerformanceKnowledgePort* knowledge)
    : alternatives_(workshop, workshop.builder.component_id(instance)),
      objections_(find_alternatives(workshop.builder, limits, knowledge, alternatives_)),
      race_(candidates_of(alternatives_), 0, rules),
      expectations_(instance, classes_of(alternatives_)) {
}

void Family::contribute(const NamedTotals& taken, double step_seconds,
                        const PerformanceKnowledgePort* knowledge, const SharedNumbers& own) {
    const Totals totals = totals_of(taken, active_instance());
    own.sums[calls] = static_cast<double>(totals.calls);
    own.sums[microseconds] = totals.inclusive_us;
    own.sums[swaps_that_failed] = has_failed_ ? 1 : 0;
    own.maxima[seconds] = step_seconds;
    if (knowledge != nullptr) {
        expectations_.contribute(*knowledge, own.sums.subspan(numbers_of_step));
    }
}

void Family::learn(const SharedNumbers& all, int ranks, std::uint64_t safe_points) {
    expectations_.learn(all.sums.subspan(numbers_of_step), alternatives_.active());
    for (std::size_t i = 0; i < alternatives_.all().size(); ++i) {
        if (const auto cost = expectations_.predicted(i)) {
            race_.predict(i, *cost);
        }
    }
    if (all.sums[swaps_that_failed] > 0) {
        why_failed_[race_.current()] = has_failed_ ? failure_ : "it failed on another rank";
        race_.fail_current();
    } else if (all.sums[calls] > 0) {
        const double step_seconds = all.maxima[seconds];
        call_us_ = all.sums[microseconds] / all.sums[calls];
        calls_in_step_ = all.sums[calls] / ranks;
        step_us_ = step_seconds * 1e6;
        race_.add({call_us_, step_seconds * static_cast<double>(safe_points)});
    }
}

/// What is measured of the assembly, but for the calls that another would make.
std::optional<double> Family::predicted_step_us(std::size_t candidate) const {
    const auto cost = expectations_.predicted(candidate);
    if (!cost || step_us_ == 0) {
        return std::nullopt;
    }
    const double others_us = std::max(0.0, step_us_ - calls_in_step_ * call_us_);
    return others_us + calls_in_step_ * std::sqrt(cost->min * cost->max);
}

const std::string& Family::active_instance() const noexcept {
    return alternatives_.all()[alternatives_.active()].instance.name;
}

const std::string& Family::class_of(std::size_t alternative) const {
    return alternatives_.all()[alternative].class_name;
}

void Family::follow(std::vector<files::Swap>& swaps, const files::Swap& here) {
    const std::size_t was = alternatives_.active();
    const std::size_t next = race_.current();
    files::Swap swap = here;
    if (was != next) {
        swap.why = why(race_, was, next);
    }
    has_failed_ = !swap_to(next, swaps, std::move(swap));
}

void Family::keep_best(std::vector<files::Swap>& swaps, const files::Swap& here) {
    swap_to(race_.best(), swaps, here);
}

bool Family::swap_to(std::size_t next, std::vector<files::Swap>& swaps, files::Swap here) {
    const std::size_t was = alternatives_.active();
    if (was == next) {
        return true;
    }
    try {
        alternatives_.swap_to(next);
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

void Family::repeat(const files::Swap& swap) {
    for (std::size_t i = 0; i < alternatives_.all().size(); ++i) {
        if (class_of(i) == swap.to) {
            alternatives_.swap_to(i);
            return;
        }
    }
    throw std::runtime_error("there is no class " + swap.to + " to become " + instance());
}

files::Decided Family::decided() const {
    files::Decided result;
    result.instance = instance();
    result.start = class_of(0);
    result.best = class_of(race_.best());
    result.renewals = race_.decisions();
    result.explored_seconds = race_.explored_seconds();
    for (std::size_t i = 0; i < alternatives_.all().size(); ++i) {
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
