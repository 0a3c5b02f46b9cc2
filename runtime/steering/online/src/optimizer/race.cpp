#include <proxima/base/range.hpp>
#include <proxima/base/student.hpp>
#include <proxima/online/race.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace proxima::online {
namespace {

constexpr std::uint64_t learning_pairs = 1;
constexpr std::uint64_t most_pairs = 32;
constexpr std::uint64_t wins_to_replace = 2; // one win may come from a disturbed step of the best
constexpr double smallest_spread = 0.002;    // deviation of logarithms
constexpr double expected_spread = 0.1;      // assumed before the first measurement
constexpr double expected_degrees = 2;       // weight of this assumption, in pairs
constexpr double unknown_ratio = 2;          // assumed for a candidate without data
constexpr double memory = 0.2;               // weight of the last step in the usual duration
constexpr double share_of_renewals = 0.1;    // share of the exploration, without a drift
constexpr double farthest_reach = 4;         // range of retries, in logarithms of the drift
constexpr double cheap_ratio = 4;            // candidates below are retried after any drift
constexpr double least_excess = 0.1;         // least relative cost assumed for a trial step

// Returns the growth of the cost since the drift began. A slow rise may have begun long before a
// steep one, so the last cost counts if it is farther away.
double growth_of(const Finding& drift, double last_cost) {
    const double mean = drift.value / drift.before;
    const double last = last_cost / drift.before;
    return std::abs(std::log(last)) > std::abs(std::log(mean)) ? last : mean;
}

Sensor drift_of_the_best() {
    Sensor sensor;
    sensor.quantity = SensorQuantity::drift;
    sensor.limit = 0.2;
    return sensor;
}

} // namespace

Race::Race(std::size_t candidates, std::size_t start, const RaceRules& rules)
    : entries_(candidates), rules_(rules), best_(start), drift_(drift_of_the_best()) {
    entries_[best_].standing.fate = CandidateFate::best;
}

std::size_t Race::current() const noexcept {
    // The order challenger, best, best, challenger: a steady growth favours neither.
    const bool is_challengers_turn = trial_steps_ % 4 == 0 || trial_steps_ % 4 == 3;
    return challenger_ && is_challengers_turn ? *challenger_ : best_;
}

const Standing& Race::standing(std::size_t candidate) const {
    const Entry& entry = entries_[candidate];
    return entry.before ? *entry.before : entry.standing;
}

void Race::add(const Step& step) {
    const double cost = std::log(std::max(step.cost, 1e-12));
    elapsed_ += step.seconds;
    if (current() != best_) {
        explored_ += std::max(0.0, step.seconds - usual_step_);
    } else {
        const double seconds = step.seconds / step.length;
        usual_step_ = usual_step_ == 0 ? seconds : usual_step_ + memory * (seconds - usual_step_);
        if (const auto drift = drift_.add(step.cost)) {
            retry_after_drift(growth_of(*drift, step.cost));
            return;
        }
    }
    if (!challenger_) {
        if (step.length == 1) { // means of longer steps vary less
            learn(cost);
        }
        choose_challenger();
        return;
    }
    const bool was_challenger = current() == *challenger_;
    ++trial_steps_;
    if (trial_steps_ % 2 == 1) {
        last_cost_ = cost;
    } else {
        add_pair(was_challenger ? cost - last_cost_ : last_cost_ - cost);
    }
    if (challenger_ && current() == *challenger_ && !can_afford(entries_[*challenger_])) {
        end_trial();
    }
}

// Learns how much two steps of the same candidate differ.
void Race::learn(double cost) {
    if (!unpaired_) {
        unpaired_ = cost;
        return;
    }
    const double difference = cost - *std::exchange(unpaired_, std::nullopt);
    spread_ += difference * difference;
    ++degrees_;
}

void Race::add_pair(double logarithm) {
    Entry& entry = entries_[*challenger_];
    const double before = entry.standing.pairs == 0
                              ? logarithm
                              : entry.sum / static_cast<double>(entry.standing.pairs);
    ++entry.standing.pairs;
    entry.sum += logarithm;
    entry.wins += logarithm < 0 ? 1 : 0;
    const double mean = entry.sum / static_cast<double>(entry.standing.pairs);
    spread_ += (logarithm - before) * (logarithm - mean);
    degrees_ += entry.standing.pairs > 1 ? 1 : 0;
    judge(entry);
}

void Race::judge(Entry& entry) {
    Standing& standing = entry.standing;
    const double mean = entry.sum / static_cast<double>(standing.pairs);
    if (entry.before && mean > 0) { // this confirms the earlier verdict
        standing = *std::exchange(entry.before, std::nullopt);
        end_trial();
        return;
    }
    const double half = half_width(standing.pairs);
    standing.ratio = std::exp(mean);
    standing.interval = {std::exp(mean - half), std::exp(mean + half)};
    const bool is_tie = std::abs(mean) + half < rules_.tie || standing.pairs >= most_pairs;
    const bool is_better = mean + half < 0 && entry.wins >= wins_to_replace;
    if (is_better || (is_tie && mean < 0)) {
        replace_best(is_tie ? CandidateFate::equal : CandidateFate::worse);
    } else if (mean - half > 0) {
        standing.fate = CandidateFate::worse;
        end_trial();
    } else if (is_tie) {
        standing.fate = CandidateFate::equal;
        end_trial();
    }
}

void Race::replace_best(CandidateFate fate_of_the_old) {
    Standing& old = entries_[best_].standing;
    Standing& standing = entries_[*challenger_].standing;
    old = {fate_of_the_old,
           1 / standing.ratio,
           {1 / standing.interval.max, 1 / standing.interval.min},
           standing.pairs};
    standing = {CandidateFate::best, 1, {1, 1}, 0};
    entries_[*challenger_].before.reset();
    best_ = *challenger_;
    usual_step_ = 0;
    drift_ = Watch(drift_of_the_best());
    end_trial();
}

// Half the width of the confidence interval of the mean of `pairs` logarithms of ratios.
double Race::half_width(std::uint64_t pairs) const {
    const auto n = static_cast<double>(pairs);
    const double error = rules_.error * 6 / std::pow(std::numbers::pi * n, 2);
    const double degrees = static_cast<double>(degrees_) + expected_degrees;
    const double squares = spread_ + expected_degrees * std::pow(expected_spread, 2);
    const double spread = std::max(std::sqrt(squares / degrees), smallest_spread);
    return base::student_quantile(1 - error / 2, degrees) * spread / std::sqrt(n);
}

// Chooses the next candidate to try, if any.
void Race::choose_challenger() {
    if (degrees_ < learning_pairs) {
        return;
    }
    double least = std::numeric_limits<double>::infinity(); // upper bound of the best prediction
    for (const Entry& entry : entries_) {
        if (entry.predicted && !is_out(entry)) {
            least = std::min(least, entry.predicted->max);
        }
    }
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        if (entry.standing.fate != CandidateFate::untried) {
            continue;
        }
        if (decisions_ == 0 && entry.predicted && entry.predicted->min > least) {
            entry.standing.fate = CandidateFate::predicted_worse;
        } else if (!next || likely_ratio(entry) < likely_ratio(entries_[*next])) {
            next = i;
        }
    }
    if (!next) {
        if (decided_at_ == 0) {
            decided_at_ = elapsed_;
        } else if (elapsed_ >= rules_.expected_steps * usual_step_) {
            renew_if_due();
        }
    } else if (can_afford(entries_[*next])) {
        challenger_ = next;
        trial_steps_ = 0;
    }
}

// Retries all candidates if that is cheap, and the nearly equal ones whenever the time has doubled.
void Race::renew_if_due() {
    const double affordable = share_of_renewals * rules_.exploration * (elapsed_ - decided_at_);
    if (seconds_of_renewal() <= affordable) {
        renew(std::numeric_limits<double>::infinity());
    } else if (elapsed_ >= 2 * decided_at_) {
        renew(cheap_ratio);
    }
}

// Assumes that one pair of steps rejects each candidate.
double Race::seconds_of_renewal() const {
    double steps = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (i != best_ && !is_out(entries_[i])) {
            steps += std::max(likely_ratio(entries_[i]) - 1, least_excess);
        }
    }
    return steps * usual_step_;
}

// Retries candidates after the cost of the best has grown by a factor. If it rose, the best may be
// to blame, and candidates that were too expensive deserve a trial; if it fell, the others may be
// faster, too. Candidates slower by far more than the change are not retried.
void Race::retry_after_drift(double growth) {
    ++changes_;
    const double far = std::max(cheap_ratio, std::exp(farthest_reach * std::abs(std::log(growth))));
    for (Entry& entry : entries_) {
        Standing& standing = entry.standing;
        if (standing.fate == CandidateFate::untried || standing.ratio <= far) {
            standing.ratio /= std::max(1.0, growth);
            reset(entry);
        }
    }
    begin_decision();
}

void Race::end_trial() {
    challenger_.reset();
    unpaired_.reset();
}

// Estimates the cost of a candidate as a multiple of the best candidate's.
double Race::likely_ratio(const Entry& entry) const {
    const auto& best = entries_[best_].predicted;
    if (entry.standing.ratio > 0) {
        return entry.standing.ratio;
    }
    if (entry.predicted && best) {
        return (entry.predicted->min + entry.predicted->max) / (best->min + best->max);
    }
    return unknown_ratio;
}

bool Race::can_afford(const Entry& entry) const {
    const double extra = std::max(0.0, likely_ratio(entry) - 1) * usual_step_;
    const double run = std::max(elapsed_, rules_.expected_steps * usual_step_);
    return explored_ + extra <= rules_.exploration * run;
}

bool Race::is_out(const Entry& entry) {
    return entry.standing.fate == CandidateFate::failed ||
           entry.standing.fate == CandidateFate::threw;
}

void Race::predict(std::size_t candidate, const base::Range& cost) {
    entries_[candidate].predicted = cost;
}

void Race::fail_current(CandidateFate fate) {
    Entry& entry = entries_[current()];
    entry.standing.fate = fate;
    entry.before.reset();
    if (current() == best_) {
        const auto fitness = [this](const Entry& other) {
            return is_out(other) ? std::numeric_limits<double>::infinity() : likely_ratio(other);
        };
        const auto next =
            std::min_element(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
                return fitness(a) < fitness(b);
            });
        best_ = static_cast<std::size_t>(next - entries_.begin());
        next->standing.fate = CandidateFate::best;
        next->before.reset();
        usual_step_ = 0;
    }
    end_trial();
}

// Retries candidates whose cost is up to `farthest` times the best candidate's.
void Race::renew(double farthest) {
    bool is_decision = false;
    for (Entry& entry : entries_) {
        const Standing before = entry.standing;
        if (!is_out(entry) && before.fate != CandidateFate::best && before.ratio <= farthest) {
            reset(entry);
            if (before.pairs > 0) {
                entry.before = before;
            }
            is_decision = true;
        }
    }
    decisions_ += is_decision ? 1U : 0U;
    decided_at_ = 0;
}

void Race::reset(Entry& entry) {
    if (!is_out(entry) && entry.standing.fate != CandidateFate::best) {
        entry.standing = {CandidateFate::untried, entry.standing.ratio, {}, 0};
    }
    entry.before.reset();
    entry.sum = 0;
    entry.wins = 0;
}

void Race::begin_decision() {
    decisions_ += entries_.size() > 1 ? 1U : 0U; // a single candidate leaves nothing to decide
    decided_at_ = 0;
    spread_ = 0;
    degrees_ = 0;
    drift_ = Watch(drift_of_the_best());
    end_trial();
}

} // namespace proxima::online
