#include "optimizer/candidates.hpp"

#include <algorithm>

namespace proxima::online {
namespace {

constexpr double unknown_ratio = 2;    // assumed for a candidate without data
constexpr std::size_t most_pairs = 32; // of other classes

} // namespace

Candidates::Candidates(const std::vector<std::size_t>& classes) : best_(classes.size(), 0) {
    for (const std::size_t number : classes) {
        classes_.emplace_back(number);
    }
    known_[best_].fate = CandidateFate::best;
}

Classes Candidates::with(std::size_t instance, std::size_t of) const {
    Classes classes = best_;
    classes[instance] = of;
    return classes;
}

CandidateFate Candidates::fate(std::size_t instance, std::size_t of) const {
    const Class& one = classes_[instance][of];
    const auto found = known_.find(with(instance, of));
    const auto fate = found == known_.end() ? CandidateFate::untried : found->second.fate;
    return one.out                                                 ? *one.out
           : fate == CandidateFate::untried && one.is_surely_worse ? CandidateFate::predicted_worse
                                                                   : fate;
}

std::vector<Classes> Candidates::singles() const {
    std::vector<Classes> all;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        for (std::size_t of = 0; of < classes_[i].size(); ++of) {
            if (of != best_[i] && is_possible(with(i, of)) && !classes_[i][of].is_surely_worse) {
                all.push_back(with(i, of));
            }
        }
    }
    return all;
}

std::vector<Classes> Candidates::pairs() const {
    std::vector<std::pair<double, Classes>> all;
    const auto singles = this->singles();
    for (const Classes& one : singles) {
        for (const Classes& other : singles) {
            const auto differs = [&](const Classes& single) {
                return std::mismatch(single.begin(), single.end(), best_.begin()).first -
                       single.begin();
            };
            if (differs(one) < differs(other)) {
                Classes both = one;
                both[static_cast<std::size_t>(differs(other))] =
                    other[static_cast<std::size_t>(differs(other))];
                all.emplace_back(likely_ratio(both), std::move(both));
            }
        }
    }
    std::sort(all.begin(), all.end());
    all.resize(std::min(all.size(), most_pairs));
    std::vector<Classes> pairs;
    for (auto& [ratio, classes] : all) {
        pairs.push_back(std::move(classes));
    }
    return pairs;
}

bool Candidates::is_possible(const Classes& classes) const {
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (classes_[i][classes[i]].out) {
            return false;
        }
    }
    return true;
}

double Candidates::likely_ratio(const Classes& classes) const {
    if (const auto found = known_.find(classes); found != known_.end()) {
        const AssemblyTimes& known = found->second;
        if (known.seen.pairs > 0 || known.guess > 0) {
            return known.seen.pairs > 0 ? known.seen.ratio() : known.guess;
        }
    }
    double ratio = 1;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (classes[i] != best_[i]) {
            const Classes single = with(i, classes[i]);
            const double predicted = classes_[i][classes[i]].predicted;
            ratio += (single != classes ? likely_ratio(single)
                      : predicted > 0   ? predicted
                                        : unknown_ratio) -
                     1;
        }
    }
    return ratio;
}

void Candidates::predict(std::size_t instance, std::size_t of, double ratio, bool is_surely_worse) {
    classes_[instance][of].predicted = ratio;
    classes_[instance][of].is_surely_worse = is_surely_worse;
}

std::optional<Classes> Candidates::exclude(std::size_t instance, std::size_t of,
                                           CandidateFate why) {
    classes_[instance][of].out = why;
    std::optional<Classes> next;
    const auto consider = [&](const Classes& other) {
        if (is_possible(other) && (!next || likely_ratio(other) < likely_ratio(*next))) {
            next = other;
        }
    };
    for (const auto& [classes, candidate] : known_) {
        consider(classes);
    }
    for (std::size_t other = 0; other < classes_[instance].size(); ++other) {
        consider(with(instance, other));
    }
    return next;
}

void Candidates::set_best(const Classes& next, const TurnComparison& won) {
    for (auto& [classes, candidate] : known_) {
        candidate.seen.rebase(won);
    }
    AssemblyTimes& old = known_[best_];
    old.fate = CandidateFate::worse;
    old.seen = won.reversed();
    best_ = next;
    known_[best_].fate = CandidateFate::best;
    known_[best_].seen = {};
    known_[best_].guess = 0;
}

void Candidates::forget(double growth) {
    for (auto& [classes, candidate] : known_) {
        const double ratio = likely_ratio(classes);
        if (candidate.fate == CandidateFate::best || candidate.fate == CandidateFate::unfit) {
            continue;
        }
        const bool was_measured = candidate.seen.pairs > 0 || candidate.guess > 0;
        candidate.fate = CandidateFate::untried;
        candidate.shortest_turn = 1;
        candidate.guess = was_measured ? ratio / std::max(1.0, growth) : 0;
        candidate.seen = {};
    }
}

} // namespace proxima::online
