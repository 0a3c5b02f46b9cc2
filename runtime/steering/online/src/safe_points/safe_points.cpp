#include "safe_points/safe_points.hpp"

#include "safe_points/median.hpp"

#include <proxima/detail/message.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/framework/error.hpp>
#include <proxima/safe_point.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace proxima::online {
namespace {

using detail::RankNumbers;
using Clock = std::chrono::steady_clock;

constexpr double shortest_patience = 2;                 // seconds
constexpr double patience = 10;                         // multiple of the usual step
constexpr std::size_t farewell = RankNumbers::size - 1; // maximum that tells of a rank alone

} // namespace

SafePoints& SafePoints::of_process() {
    static SafePoints safe_points;
    return safe_points;
}

void SafePoints::add(Participant& participant, const std::string& method, detail::RankScope scope) {
    if (!parts_.empty() && method != method_) {
        throw std::invalid_argument("a run has one safe point, which is " + method_ + ", not " +
                                    method);
    }
    parts_.push_back({&participant, scope});
    method_ = method;
    const auto action = [](void* self) noexcept { static_cast<SafePoints*>(self)->pass(); };
    if (parts_.size() == 1 && !set_safe_point(method_, action, this)) {
        throw std::bad_alloc();
    }
}

void SafePoints::remove(Participant& participant) noexcept {
    parts_.erase(std::remove_if(parts_.begin(), parts_.end(),
                                [&](const Part& part) { return part.participant == &participant; }),
                 parts_.end());
    if (parts_.empty()) {
        set_safe_point("", nullptr, nullptr);
    }
}

// The time of a safe point counts as overhead of measuring, not as time of the application.
void SafePoints::pass() noexcept {
    const detail::OwnWork own_work;
    const auto now = Clock::now();
    if (passed_ != 0) {
        usual_step_ = towards(usual_step_, seconds_between(last_, now));
        for (Group& group : groups_) {
            if (group.numbers != 0) {
                step(group);
            }
        }
        act_without_numbers();
    }
    begin_new_parts();
    ++passed_;
    last_ = Clock::now();
}

void SafePoints::begin_new_parts() noexcept {
    for (Part& part : parts_) {
        if (std::exchange(part.is_new, false)) {
            guarded(part, [&] {
                std::size_t& numbers = groups_[static_cast<std::size_t>(part.scope)].numbers;
                const std::size_t size = part.participant->begin();
                if (numbers + size > farewell) {
                    throw std::length_error("there is too much for the ranks to agree on");
                }
                part.first = std::exchange(numbers, numbers + size);
                part.size = size;
            });
        }
    }
}

void SafePoints::step(Group& group) noexcept {
    if (group.rest > 0) {
        --group.rest;
        return;
    }
    RankNumbers numbers;
    if (ranks_of(group.scope) == 1) {
        contribute(group, numbers);
        act(group, numbers);
    } else if (group.is_in_flight) {
        group.is_in_flight = false;
        const double seconds = std::max(shortest_patience, patience * usual_step_);
        if (detail::rank_reduction(group.scope).finish(numbers, seconds)) {
            if (numbers.maxima[farewell] > 0) {
                group.has_told = true;
                go_on_alone(group, "another rank goes on alone, so each does");
            } else {
                act(group, numbers);
            }
        } else {
            go_on_alone(group, "not all ranks reach " + method_ + "; each goes on alone");
        }
    } else if (group.is_alone) {
        say_farewell(group);
    } else {
        contribute(group, numbers);
        const auto reduction = detail::rank_reduction(group.scope);
        group.is_in_flight = reduction.begin != nullptr && reduction.begin(numbers);
        if (!group.is_in_flight) {
            group.has_told = true; // nobody can be told
            go_on_alone(group, "MPI cannot be used where " + method_ +
                                   " is called; each rank goes on alone");
        }
    }
}

int SafePoints::ranks_of(Scope scope) const {
    if (ranks_ != 0) {
        return ranks_;
    }
    return scope == Scope::job ? detail::run_facts().ranks : detail::rank_reduction(scope).ranks;
}

std::uint64_t SafePoints::rest_of(const Group& group) const {
    std::uint64_t rest = std::numeric_limits<std::uint64_t>::max();
    for (const Part& part : parts_) {
        if (part.size != 0 && part.scope == group.scope) {
            rest = std::min(rest, part.participant->rest());
        }
    }
    return rest == std::numeric_limits<std::uint64_t>::max() ? 0 : rest;
}

void SafePoints::contribute(const Group& group, RankNumbers& own) noexcept {
    for (Part& part : parts_) {
        if (part.size != 0 && part.scope == group.scope) {
            guarded(part, [&] { part.participant->contribute(numbers_of(part, own)); });
        }
    }
}

void SafePoints::act(Group& group, RankNumbers& all) noexcept {
    for (Part& part : parts_) {
        if (part.size != 0 && part.scope == group.scope) {
            guarded(part, [&] { part.participant->act(numbers_of(part, all)); });
        }
    }
    group.rest = rest_of(group);
}

void SafePoints::act_without_numbers() noexcept {
    for (Part& part : parts_) {
        if (part.size == 0 && !part.is_new) {
            guarded(part, [&] { part.participant->act({}); });
        }
    }
}

// Takes part in one more reduction, once the ranks that were late have finished the last one.
void SafePoints::say_farewell(Group& group) noexcept {
    const auto reduction = detail::rank_reduction(group.scope);
    RankNumbers numbers;
    if (!group.has_told && reduction.begin != nullptr && reduction.finish(numbers, 0)) {
        numbers = {};
        numbers.maxima[farewell] = 1;
        group.has_told = reduction.begin(numbers);
    }
}

void SafePoints::go_on_alone(Group& group, const std::string& why) noexcept {
    group.is_alone = true;
    detail::say(why);
    for (Part& part : parts_) {
        if (part.scope != group.scope) {
            continue;
        }
        guarded(part, [&] { part.participant->alone(why); });
    }
}

SharedNumbers SafePoints::numbers_of(const Part& part, RankNumbers& numbers) noexcept {
    return {std::span(numbers.sums).subspan(part.first, part.size),
            std::span(numbers.maxima).subspan(part.first, part.size)};
}

template <class Action>
void SafePoints::guarded(Part& part, Action action) noexcept {
    if (part.has_failed) {
        return;
    }
    try {
        action();
    } catch (...) {
        part.has_failed = true;
        part.participant->failed(framework::message_of_current_exception());
    }
}

} // namespace proxima::online
