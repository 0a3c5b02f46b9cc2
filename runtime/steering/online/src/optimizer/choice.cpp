#include "optimizer/choice.hpp"

#include "optimizer/decision_writer.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/framework/error.hpp>

#include <stdexcept>
#include <utility>

namespace proxima::online {

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
