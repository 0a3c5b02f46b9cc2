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

void SafePoints::add(Participant& participant, const std::string& method) {
    if (!parts_.empty() && method != method_) {
        throw std::invalid_argument("a run has one safe point, which is " + method_ + ", not " +
                                    method);
    }
    parts_.push_back({&participant});
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
        if (numbers_ != 0) {
            step();
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
                const std::size_t size = part.participant->begin();
                if (numbers_ + size > farewell) {
                    throw std::length_error("there is too much for the ranks to agree on");
                }
                part.first = std::exchange(numbers_, numbers_ + size);
                part.size = size;
            });
        }
    }
}

void SafePoints::step() noexcept {
    if (rest_ > 0) {
        --rest_;
        return;
    }
    RankNumbers numbers;
    if (ranks() == 1) {
        contribute(numbers);
        act(numbers);
    } else if (is_in_flight_) {
        is_in_flight_ = false;
        const double seconds = std::max(shortest_patience, patience * usual_step_);
        if (detail::rank_reduction().finish(numbers, seconds)) {
            if (numbers.maxima[farewell] > 0) {
                has_told_ = true;
                go_on_alone("another rank goes on alone, so each does");
            } else {
                act(numbers);
            }
        } else {
            go_on_alone("not all ranks reach " + method_ + "; each goes on alone");
        }
    } else if (is_alone_) {
        say_farewell();
    } else {
        contribute(numbers);
        const auto reduction = detail::rank_reduction();
        is_in_flight_ = reduction.begin != nullptr && reduction.begin(numbers);
        if (!is_in_flight_) {
            has_told_ = true; // nobody can be told
            go_on_alone("MPI cannot be used where " + method_ +
                        " is called; each rank goes on alone");
        }
    }
}

int SafePoints::ranks() const {
    return ranks_ != 0 ? ranks_ : detail::run_facts().ranks;
}

std::uint64_t SafePoints::rest_of_parts() const {
    std::uint64_t rest = std::numeric_limits<std::uint64_t>::max();
    for (const Part& part : parts_) {
        if (part.size != 0) {
            rest = std::min(rest, part.participant->rest());
        }
    }
    return rest == std::numeric_limits<std::uint64_t>::max() ? 0 : rest;
}

void SafePoints::contribute(RankNumbers& own) noexcept {
    for (Part& part : parts_) {
        if (part.size != 0) {
            guarded(part, [&] { part.participant->contribute(numbers_of(part, own)); });
        }
    }
}

void SafePoints::act(RankNumbers& all) noexcept {
    for (Part& part : parts_) {
        if (part.size != 0) {
            guarded(part, [&] { part.participant->act(numbers_of(part, all)); });
        }
    }
    rest_ = rest_of_parts();
}

void SafePoints::act_without_numbers() noexcept {
    for (Part& part : parts_) {
        if (part.size == 0 && !part.is_new) {
            guarded(part, [&] { part.participant->act({}); });
        }
    }
}

// Takes part in one more reduction, once the ranks that were late have finished the last one.
void SafePoints::say_farewell() noexcept {
    const auto reduction = detail::rank_reduction();
    RankNumbers numbers;
    if (!has_told_ && reduction.begin != nullptr && reduction.finish(numbers, 0)) {
        numbers = {};
        numbers.maxima[farewell] = 1;
        has_told_ = reduction.begin(numbers);
    }
}

void SafePoints::go_on_alone(const std::string& why) noexcept {
    is_alone_ = true;
    detail::say(why);
    for (Part& part : parts_) {
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
