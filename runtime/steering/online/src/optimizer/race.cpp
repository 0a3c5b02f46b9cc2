#include "optimizer/race.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace proxima::online {
namespace {

constexpr std::uint64_t first_pairs = 16;  // most pairs of a trial
constexpr std::uint64_t leading_pairs = 8; // more if the candidate leads, which costs nothing
constexpr std::uint64_t more_pairs = 2;    // of a later look at a candidate
constexpr std::uint64_t least_pairs = 2;   // of a verdict: one pair may be disturbed
constexpr double early_steps = 512;        // of the run, in which trials have many short turns
constexpr double short_pairs = 4;          // then turns become longer
constexpr double first_share = 1.0 / 32;   // longest turn of a first trial, of the steps of the
                                           // run: the other candidates wait for its end
constexpr double later_share = 1.0 / 8;    // the same of a later look
constexpr double longer_look = 6;          // times, of the turns of a later look
constexpr double turn_after_return = 16;   // steps; shorter ones have misled
constexpr double small_difference = 0.05;  // does not matter if more trials cannot tell
constexpr double renewal_growth = 2.5;     // of the time since a drift between looks at others
constexpr double patience_if_worse = 8;    // times longer between looks
constexpr double large_change = 0.4;       // logarithm of the growth of steps in a drift
constexpr double recheck = 1.1;            // the same between looks whether one is affordable

} // namespace

Race::Race(const std::vector<std::size_t>& classes, const RaceRules& rules)
    : rules_(rules), candidates_(classes) {
}

const Classes& Race::current() const noexcept {
    return challenger_ && trial_.is_candidates_turn ? *challenger_ : best();
}

bool Race::is_early() const noexcept {
    return length_ < early_steps;
}

// Time that trials may still cost.
double Race::left_seconds() const {
    const double run = std::max(elapsed_, rules_.expected_steps * steps_.usual());
    return rules_.exploration * run - explored_;
}

// Probability of a wrong verdict after so many pairs; all sum up to `error`.
double Race::error_of(const TurnComparison& seen) const {
    const double n = std::numbers::pi * static_cast<double>(std::max<std::uint64_t>(seen.pairs, 1));
    return rules_.error * 6 / (n * n);
}

// Returns how much larger the difference may be than it seems, but for about one trial in ten.
double Race::doubt(const TurnComparison& seen) const {
    return steps_.wide_half_width(seen, error_of(seen)) / 3;
}

void Race::add(const Step& step) {
    elapsed_ += step.seconds * step.length;
    length_ += step.length;
    if (!is_trial() && add_to_best(step)) {
        return;
    }
    if (challenger_) {
        add_to_turn(step);
    } else {
        choose_challenger();
    }
}

// Returns whether a drift or a lost reign has ended all trials.
bool Race::add_to_best(const Step& step) {
    const auto growth = steps_.add(step);
    if (reign_) {
        Reign& reign = reign_->second;
        reign.add(step.seconds, step.length);
        if (reign.lost_usually() > left_seconds()) {
            go_back();
            return true;
        }
    }
    if (growth) {
        decide_again(*growth);
    }
    return growth.has_value();
}

// Retries all candidates that can be afforded after the steps of the best have grown by a factor.
// If they grew, the best may be to blame; if they shrank, the others may be faster, too.
void Race::decide_again(double growth) {
    const bool is_large = std::abs(std::log(growth)) > large_change;
    if (!is_large && elapsed_ < calm_until_) {
        steps_.begin(0);
        return;
    }
    end_trial();
    candidates_.forget(growth);
    decisions_ += candidates_.singles().empty() ? 0U : 1U;
    reign_.reset();
    const bool was_in_vain = best() == decided_for_;
    watched_block_ = was_in_vain ? 2 * watched_block_ : 1;
    calm_ = was_in_vain ? std::max(2 * calm_, elapsed_ - drifted_at_) : 0;
    calm_until_ = elapsed_ + calm_;
    drifted_at_ = elapsed_;
    decided_for_ = best();
    steps_.forget(watched_block_);
    start_anew(0);
}

// ---- candidates

void Race::choose_challenger() {
    if (!steps_.is_learnt() || elapsed_ < choose_at_) {
        return;
    }
    choose_at_ = recheck * elapsed_;
    if (choose_among(candidates_.singles()) || choose_among(candidates_.pairs())) {
        return;
    }
    if (!decided_at_) {
        decided_at_ = elapsed_;
    } else if (elapsed_ - drifted_at_ >= renewal_growth * (*decided_at_ - drifted_at_) &&
               elapsed_ >= rules_.expected_steps * steps_.usual()) {
        decided_at_ = elapsed_;
        look_again();
    }
}

// Begins the trial of the likely fastest untried candidate. Returns whether there is one.
bool Race::choose_among(const std::vector<Classes>& candidates) {
    const Classes* next = nullptr;
    for (const Classes& one : candidates) {
        if (candidates_[one].fate == CandidateFate::untried && can_afford(one) &&
            (next == nullptr || candidates_.likely_ratio(one) < candidates_.likely_ratio(*next))) {
            next = &one;
        }
    }
    if (next != nullptr) {
        const bool is_first = candidates_[*next].guess == 0 && is_early();
        begin_trial(*next, is_first ? first_pairs : more_pairs, false);
    }
    return challenger_.has_value();
}

bool Race::can_afford(const Classes& classes) {
    return (candidates_.likely_ratio(classes) - 1) * steps_.usual() *
               candidates_[classes].shortest_turn <=
           left_seconds();
}

// Looks at the class that has waited longest: it may have become faster. What trials could not tell
// comes more often.
void Race::look_again() {
    std::optional<Classes> next;
    const auto due = [](const AssemblyTimes& one) {
        return one.looked_at * (one.fate == CandidateFate::worse ? patience_if_worse : 1);
    };
    for (const Classes& classes : candidates_.singles()) {
        const AssemblyTimes& one = candidates_[classes];
        const bool is_behind =
            one.fate == CandidateFate::worse || one.fate == CandidateFate::not_sure;
        if (is_behind && can_afford(classes) && (!next || due(one) < due(candidates_[*next]))) {
            next = classes;
        }
    }
    if (next) {
        begin_trial(*next, more_pairs, candidates_[*next].fate == CandidateFate::worse);
    }
}

// ---- trials

void Race::begin_trial(const Classes& classes, std::uint64_t pairs, bool must_lead) {
    AssemblyTimes& candidate = candidates_[classes];
    ++candidate.trials;
    candidate.looked_at = elapsed_;
    challenger_ = classes;
    trial_ = {};
    trial_.is_first = pairs > more_pairs;
    trial_.most_pairs = candidate.seen.pairs + pairs;
    trial_.must_lead = must_lead;
    begin_pair();
}

// Turns are so long that they differ little, and become longer if the trial goes on.
double Race::turn_of(const AssemblyTimes& candidate) const {
    const auto pairs = static_cast<double>(candidate.seen.pairs);
    const double doubled = std::max(0.0, std::floor((pairs - short_pairs) / 2) + 1);
    const double quiet = steps_.quiet_turn(candidate.seen);
    const double longer = trial_.is_first || quiet == 1 ? 1 : longer_look;
    const double wanted = longer * quiet * std::exp2(doubled);
    const double share = is_early() && trial_.is_first ? first_share : later_share;
    const double longest = std::max(1.0, std::floor(share * length_));
    return std::max(std::min(wanted, longest), candidate.shortest_turn);
}

// Early turns, of one step or two, come in random order, since the application may do something
// every second or fourth step. Later ones are longer, and begin with the class that runs: a pair
// then takes one swap.
void Race::begin_pair() {
    AssemblyTimes& candidate = candidates_[*challenger_];
    trial_.turn = turn_of(candidate);
    const double extra = (candidates_.likely_ratio(*challenger_) - 1) * steps_.usual() +
                         (candidate.seen.pairs < least_pairs ? 0 : doubt(candidate.seen));
    const double left = left_seconds() - std::max(0.0, trial_.excess);
    if (extra * trial_.turn > left) {
        trial_.turn = std::floor(left / extra);
    }
    if (trial_.turn < candidate.shortest_turn) {
        if (candidate.seen.pairs >= least_pairs) {
            candidate.fate = CandidateFate::not_sure;
        }
        end_trial();
        return;
    }
    trial_.first_mean.reset();
    begin_turn(is_early() ? order_() % 2 == 0 : trial_.is_candidates_turn);
}

void Race::begin_turn(bool is_candidates) {
    trial_.is_candidates_turn = is_candidates;
    trial_.steps = trial_.sum = 0;
    steps_.interrupt();
}

void Race::add_to_turn(const Step& step) {
    trial_.steps += step.length;
    trial_.sum += step.seconds * step.length;
    bool is_too_dear = false;
    if (trial_.is_candidates_turn) {
        const double excess = (step.seconds - steps_.usual()) * step.length;
        trial_.excess += excess;
        trial_.largest = std::max(trial_.largest, excess);
        is_too_dear = trial_.excess - trial_.largest > left_seconds();
    }
    if (trial_.steps < trial_.turn && !is_too_dear) {
        return;
    }
    const double mean = trial_.sum / trial_.steps;
    if (const auto first = trial_.first_mean) {
        trial_.is_candidates_turn ? end_pair(mean, *first) : end_pair(*first, mean);
    } else {
        trial_.first_mean = mean;
        trial_.turn = trial_.steps;
        begin_turn(!trial_.is_candidates_turn);
    }
}

void Race::end_pair(double candidate, double of_best) {
    AssemblyTimes& known = candidates_[*challenger_];
    TurnComparison pair;
    pair.add(candidate, of_best, trial_.turn);
    const bool must_lead = std::exchange(trial_.must_lead, false);
    const double doubt = std::max(steps_.half_width(pair, error_of(pair)),
                                  std::sqrt(known.seen.variance() / pair.steps));
    if (must_lead && pair.difference() + doubt < 0) {
        known.seen = {}; // it has become faster
        trial_.most_pairs = first_pairs;
    }
    known.seen.add(candidate, of_best, trial_.turn);
    if (must_lead && candidate >= of_best) {
        return end_trial();
    }
    judge(known);
    if (challenger_) {
        begin_pair();
    }
}

void Race::judge(AssemblyTimes& candidate) {
    const TurnComparison& seen = candidate.seen;
    const double error = error_of(seen);
    const double half = steps_.half_width(seen, error);
    const double wide = steps_.wide_half_width(seen, error);
    const double farthest = std::abs(seen.difference()) + half;
    const bool leads = seen.difference() + doubt(seen) < 0;
    const auto most = trial_.most_pairs + (leads ? leading_pairs : 0);
    const bool is_decidable = seen.pairs >= least_pairs;
    if (is_best_unfit_ ||
        (seen.pairs >= steps_.least_pairs(seen, rules_.error) && seen.difference() + wide < 0)) {
        replace_best();
    } else if (is_decidable && seen.difference() - half > 0) {
        candidate.fate = CandidateFate::worse;
        end_trial();
    } else if (is_decidable && (farthest < rules_.tie * seen.best || seen.pairs >= most)) {
        candidate.fate = farthest < small_difference * seen.best ? CandidateFate::equal
                                                                 : CandidateFate::not_sure;
        end_trial();
    }
}

void Race::end_trial() {
    explored_ += std::max(0.0, trial_.excess);
    trial_ = {};
    challenger_.reset();
    choose_at_ = 0;
}

// ---- winners

void Race::replace_best() {
    const Classes winner = *challenger_;
    const Classes old = best();
    const TurnComparison won = candidates_[winner].seen;
    end_trial();
    candidates_.set_best(winner, won);
    candidates_[old].looked_at = elapsed_;
    reign_.emplace(old, Reign(steps_.usual()));
    if (std::exchange(is_best_unfit_, false)) {
        candidates_[old].fate = CandidateFate::unfit;
        reign_.reset();
    }
    start_anew(won.mean);
}

// The whole reign is what is known about the winner from now on.
void Race::go_back() {
    const auto [replaced, reign] = *std::exchange(reign_, std::nullopt);
    const Classes loser = best();
    const TurnComparison lost = candidates_[replaced].seen;
    end_trial();
    explored_ += std::max(0.0, reign.lost());
    ++returns_;
    candidates_.set_best(replaced, lost);
    AssemblyTimes& known = candidates_[loser];
    known.fate = CandidateFate::not_sure;
    known.seen = {};
    known.guess = reign.mean() / lost.mean;
    known.shortest_turn = std::max(turn_after_return, 2 * known.shortest_turn);
    start_anew(lost.mean);
}

// Measures another best, whose mean step is `usual`, 0 if unknown.
void Race::start_anew(double usual) {
    steps_.begin(usual);
    decided_at_.reset();
    choose_at_ = 0;
}

void Race::exclude(std::size_t instance, CandidateFate why) {
    const Classes classes = current();
    const auto next = candidates_.exclude(instance, classes[instance], why);
    end_trial();
    candidates_[classes].fate = why;
    if (reign_ && reign_->first[instance] == classes[instance]) {
        reign_.reset(); // nothing is left to go back to
    }
    if (best()[instance] == classes[instance] && next) {
        reign_.reset();
        candidates_.set_best(*next, {});
        candidates_[classes].fate = why;
        start_anew(0);
    }
}

void Race::reject() {
    if (is_trial()) {
        const Classes classes = current();
        end_trial();
        candidates_[classes].fate = CandidateFate::unfit;
        if (reign_ && reign_->first == classes) {
            reign_.reset();
        }
    } else {
        is_best_unfit_ = true;
    }
}

Standing Race::standing(std::size_t instance, std::size_t of) const {
    Standing standing = measured(candidates_.with(instance, of));
    standing.fate = candidates_.fate(instance, of);
    // A verdict beside an earlier best need not hold beside this one.
    if (standing.fate == CandidateFate::worse && standing.pairs > 0 && standing.interval.min < 1) {
        standing.fate = CandidateFate::not_sure;
    }
    return standing;
}

Standing Race::measured(const Classes& classes) const {
    Standing standing;
    const auto found = candidates_.known().find(classes);
    if (found != candidates_.known().end()) {
        const AssemblyTimes& known = found->second;
        standing.trials = known.trials;
        standing.pairs = known.seen.pairs;
        standing.ratio = known.seen.pairs > 0 ? known.seen.ratio() : known.guess;
        if (known.seen.pairs > 0) {
            const double half =
                steps_.wide_half_width(known.seen, error_of(known.seen)) / known.seen.best;
            standing.interval = {std::max(0.0, standing.ratio - half), standing.ratio + half};
        }
    }
    return standing;
}

} // namespace proxima::online
