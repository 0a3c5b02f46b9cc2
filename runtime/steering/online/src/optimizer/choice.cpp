#include "optimizer/choice.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/framework/error.hpp>

#include <array>
#include <stdexcept>
#include <utility>

namespace proxima::online {
namespace {

const char* to_string(CandidateFate fate) {
    constexpr std::array<const char*, 9> names{"untried", "predicted worse", "worse",
                                               "equal",   "not sure",        "failed",
                                               "threw",   "unfit",           "best"};
    return names.at(static_cast<std::size_t>(fate));
}

} // namespace

files::KnownCandidate known_candidate(const std::string& class_name, const Standing& standing) {
    files::KnownCandidate candidate;
    candidate.class_name = class_name;
    const bool was_tried = standing.fate == CandidateFate::untried && standing.ratio > 0;
    candidate.fate = was_tried ? "not tried again" : to_string(standing.fate);
    if (standing.ratio > 0 && standing.fate != CandidateFate::best) {
        candidate.ratio = standing.ratio;
        candidate.pairs = standing.pairs;
        candidate.trials = standing.trials;
        if (standing.interval.max > 0) {
            candidate.interval = {standing.interval.min, standing.interval.max};
        }
    }
    return candidate;
}

bool Choice::take(std::size_t next) {
    try {
        change_to(next);
        return true;
    } catch (...) {
        const std::string problem = framework::message_of_current_exception();
        if (std::exchange(failure_, problem) != problem) {
            detail::say(name() + " stays " + candidate(active()) + ": " + problem);
        }
        has_failed_ = true;
        return false;
    }
}

void Choice::repeat(const files::Swap& swap) {
    for (std::size_t i = 0; i < candidates(); ++i) {
        if (candidate(i) == swap.to) {
            change_to(i);
            return;
        }
    }
    throw std::runtime_error(name() + " cannot become " + swap.to);
}

void Choice::contribute(const NamedTotals&, const PerformanceKnowledgePort*, const Chosen&,
                        const SharedNumbers& own) {
    own.sums.back() = has_failed_ ? 1 : 0;
}

std::optional<Choice::Failure> Choice::learn(const SharedNumbers& all, double, double) {
    if (all.sums.back() == 0) {
        return std::nullopt;
    }
    return Failure{CandidateFate::failed,
                   std::exchange(has_failed_, false) ? failure_ : "on another rank"};
}

files::Decided Choice::decided(const Race& race, std::size_t number) const {
    files::Decided result;
    result.instance = name();
    result.start = candidate(0);
    result.best = candidate(race.best()[number]);
    for (std::size_t i = 0; i < candidates(); ++i) {
        result.candidates.push_back(known_candidate(candidate(i), race.standing(number, i)));
        if (const auto why = why_.find(i); why != why_.end()) {
            result.candidates.back().why = why->second;
        }
    }
    describe(result);
    return result;
}

} // namespace proxima::online
