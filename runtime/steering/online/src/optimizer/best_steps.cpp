#include "optimizer/best_steps.hpp"

#include <proxima/base/student.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::online {
namespace {

constexpr double smallest_spread = 0.002;  // relative deviation of steps
constexpr double expected_spread = 0.05;   // assumed before the first measurement
constexpr double expected_degrees = 1;     // weight of this assumption, in pairs
constexpr double quiet = 0.2;              // relative deviation of turns
constexpr double noise_of_watch = 0.06;    // largest deviation of a block that is watched
constexpr double longest_block = 4096;     // steps
constexpr double longest_first_block = 16; // steps; decisions in vain make blocks longer
constexpr double surely_far = 20;          // successive steps that are no chance
constexpr double longest_watched = 2;      // multiple of the usual step
constexpr double far_shorter = 0.5;        // than the era before

Sensor drift_of_the_best() {
    Sensor sensor;
    sensor.quantity = SensorQuantity::drift;
    sensor.limit = 0.2;
    return sensor;
}

// Returns the first power of 2 of steps for which `is_enough`.
template <class Condition>
double shortest_block(double first, Condition is_enough) {
    double steps = first;
    while (steps < longest_block && !is_enough(steps)) {
        steps *= 2;
    }
    return steps;
}

} // namespace

std::optional<double> BestSteps::add(const Step& step) {
    steps_ += step.length;
    usual_ += (step.seconds - usual_) * step.length / steps_;
    const bool is_far = longest_watched_ > 0 && step.seconds > longest_watched_;
    far_steps_ = is_far ? far_steps_ + step.length : 0;
    spread_.add(step.seconds, step.length);
    return is_learnt() ? watch(step) : std::nullopt;
}

void BestSteps::begin(double usual) {
    spread_.scale(usual > 0 ? usual / usual_ : 1); // relative differences are about the same
    usual_ = usual;
    steps_ = usual > 0 ? 1 : 0;
    longest_watched_ = far_steps_ = before_era_ = 0;
    era_ = {0, 0};
    era_length_ = first_era;
    drift_.reset();
}

void BestSteps::forget(double watched_block) {
    spread_ = {};
    watched_block_ = std::min(watched_block, longest_block);
}

BestSteps::Variance BestSteps::pooled(const TurnComparison& seen) const {
    const double measured = spread_.differences(seen.turn);
    const double expected = 2 * std::pow(expected_spread * usual_, 2);
    const double least = 2 * std::pow(smallest_spread * usual_, 2);
    const double pairs = static_cast<double>(std::max<std::uint64_t>(seen.pairs, 1));
    const double degrees = measured + pairs - 1 + expected_degrees;
    const double squares = measured * 2 * spread_.variance(seen.turn) * seen.turn + seen.squares +
                           expected_degrees * expected;
    return {std::max(squares / degrees, least), degrees};
}

double BestSteps::half_width(const TurnComparison& seen, double error) const {
    const Variance variance = pooled(seen);
    return base::student_quantile(1 - error / 2, variance.degrees) *
           std::sqrt(variance.of_step / std::max(seen.steps, 1.0));
}

double BestSteps::wide_half_width(const TurnComparison& seen, double error) const {
    return half_width(seen, error) *
           std::sqrt(std::max(1.0, seen.variance() / pooled(seen).of_step));
}

// The chance that all of k differences exceed N earlier ones of the same kind, of whatever
// distribution, is 1 / C(N + k, k).
std::uint64_t BestSteps::least_pairs(const TurnComparison& seen, double error) const {
    const double measured = spread_.differences(seen.turn);
    double chance = 1;
    std::uint64_t pairs = 0;
    for (; pairs < 2 || chance > error; ++pairs) {
        const auto next = static_cast<double>(pairs + 1);
        chance *= next / (measured + next);
    }
    return pairs;
}

double BestSteps::quiet_turn(const TurnComparison& seen) const {
    const double most = std::pow(quiet * usual_, 2);
    return shortest_block(1, [&](double steps) {
        return std::max(spread_.variance(steps), seen.variance() / 2 / steps) <= most;
    });
}

// Returns the share of the longest time that counts: a wait is no drift.
double BestSteps::watched(double seconds) const {
    return longest_watched_ > 0 ? std::min(seconds / longest_watched_, 1.0) : 0;
}

// Begins to watch blocks of steps that are so long that their means vary little.
void BestSteps::begin_watch() {
    longest_watched_ = longest_watched * usual_;
    block_length_ = shortest_block(watched_block_, [&](double steps) {
        return steps >= longest_first_block ||
               spread_.variance(steps) <= std::pow(noise_of_watch * longest_watched_, 2);
    });
    block_ = {0, 0};
    drift_.emplace(drift_of_the_best());
}

// Compares each era with the one before, which was half as long, since the watch has not seen the
// steps of the trial and may take a fall for noise that it learns.
std::optional<double> BestSteps::fall(const Step& step) {
    const double most = longest_watched_ > 0 ? longest_watched_ : step.seconds;
    era_.length += step.length;
    era_.seconds += (std::min(step.seconds, most) - era_.seconds) * step.length / era_.length;
    if (era_.length < era_length_) {
        return std::nullopt;
    }
    era_length_ *= 2;
    const double mean = std::exchange(era_, {0, 0}).seconds;
    const double before = std::exchange(before_era_, mean);
    return before > 0 && mean < far_shorter * before ? std::optional(mean / before) : std::nullopt;
}

std::optional<double> BestSteps::watch(const Step& step) {
    // At most half of the steps are longer than twice their mean (Markov).
    if (far_steps_ >= surely_far) {
        return step.seconds / usual_;
    }
    if (const auto growth = fall(step)) {
        return growth;
    }
    if (!drift_) {
        begin_watch();
        return std::nullopt;
    }
    const double seconds = watched(step.seconds);
    block_.length += step.length;
    block_.seconds += (seconds - block_.seconds) * step.length / block_.length;
    if (block_.length < block_length_) {
        return std::nullopt;
    }
    const double mean_of_block = std::exchange(block_, {0, 0}).seconds;
    const auto drift = drift_->add(mean_of_block);
    if (!drift) {
        return std::nullopt;
    }
    // A slow rise may have begun long before a steep one: the last block may be farther away.
    const double mean = drift->value / drift->before;
    const double last = mean_of_block / drift->before;
    return std::abs(std::log(last)) > std::abs(std::log(mean)) ? last : mean;
}

} // namespace proxima::online
