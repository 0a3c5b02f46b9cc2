#include "run/overhead_budget.hpp"

#include <algorithm>
#include <iterator>
#include <queue>
#include <utility>

namespace proxima::detail {
namespace {

// A decision changes methods that cost at least this part of the budget.
constexpr double worth_a_change = 0.01;

// Processor time in which the run makes up for having cost too much, as calibration and the first
// calls do.
constexpr double repaid_within_ns = 2e9;

// Untimed calls have one timed call in 32 between them.
constexpr double timed_part = 1.0 / 32;

double calls_of(const MethodLoad& load) noexcept {
    return static_cast<double>(load.timed) + static_cast<double>(load.untimed);
}

} // namespace

class OverheadBudget::Decision {
public:
    Decision(OverheadBudget& budget, const OverheadInterval& interval)
        : budget_(budget), interval_(interval) {
        for (const MethodLoad& load : interval.methods) {
            costs_.push_back(static_cast<double>(load.timed) * interval.timed_call_ns +
                             static_cast<double>(load.untimed) * interval.untimed_call_ns);
            total_ += costs_.back();
        }
        constexpr double least = 0.01; // of all: costs are estimates, and may exceed it
        const double certain = total_ / beyond_calibration;
        rest_ = std::max(interval.processor_ns - certain, least * interval.processor_ns);
        changes_ = std::vector<LevelChange>(costs_.size());
    }

    std::vector<LevelChange> make() {
        const double usual = budget_.share_ * rest_;
        const double saved = budget_.share_ * budget_.rest_ns_ - budget_.spent_ns_;
        const double repaid = std::max(-saved, 0.0) * std::min(rest_ / repaid_within_ns, 1.0);
        const double target = std::max(usual - repaid, usual / 4);
        budget_.rest_ns_ += rest_;
        budget_.spent_ns_ += std::min(total_, interval_.processor_ns) + interval_.other_ns;
        if (total_ > target + std::max(saved, 0.0) / 2) { // the next interval may be as dear
            lower(target, usual * worth_a_change);
        } else if (saved >= 0) {
            raise(usual / 2, saved);
        }
        std::vector<LevelChange> changes;
        std::copy_if(changes_.begin(), changes_.end(), std::back_inserter(changes),
                     [](const LevelChange& change) { return change.at > 0; });
        return changes;
    }

private:
    void lower(double target_ns, double least_ns) {
        std::priority_queue<std::pair<double, std::size_t>> projected; // the dearest first
        const auto consider = [&](double cost_ns, std::size_t method) {
            if (cost_ns > least_ns && !interval_.methods[method].is_fixed) {
                projected.emplace(cost_ns, method);
            }
        };
        for (std::size_t i = 0; i < costs_.size(); ++i) {
            consider(costs_[i], i);
        }
        while (total_ > target_ns && !projected.empty()) {
            const auto [cost_ns, dearest] = projected.top();
            projected.pop();
            State& state = budget_.states_[dearest];
            if (changes_[dearest].at == 0) {
                state.earliest = own_seconds() + state.pause;
                state.pause *= 2;
                state.cost_ns = costs_[dearest];
                state.is_on_trial = false;
            }
            const bool was_recorded = state.level == MeasuringLevel::recorded;
            set(dearest, was_recorded ? MeasuringLevel::estimated : MeasuringLevel::off);
            const double next = was_recorded ? estimated_cost(dearest) : 0;
            total_ -= cost_ns - next;
            consider(next, dearest);
        }
    }

    // Raises the methods that had to wait longest first, if what is saved pays for an interval that
    // is as dear as the one before they were lowered: idle methods may be called again. An
    // interval shows what a method costs that was off, so only one of these is raised at a time.
    void raise(double target_ns, double saved_ns) {
        std::vector<std::size_t> waiting;
        for (std::size_t i = 0; i < costs_.size(); ++i) {
            State& state = budget_.states_[i];
            state.is_on_trial = state.is_on_trial && calls_of(interval_.methods[i]) == 0;
            saved_ns -= state.is_on_trial ? state.cost_ns : 0;
            if (state.level > interval_.methods[i].best && state.earliest <= own_seconds()) {
                waiting.push_back(i);
            }
        }
        std::sort(waiting.begin(), waiting.end(), [&](std::size_t left, std::size_t right) {
            return budget_.states_[left].earliest < budget_.states_[right].earliest;
        });
        bool has_trial = false;
        for (const std::size_t i : waiting) {
            State& state = budget_.states_[i];
            const bool was_off = state.level == MeasuringLevel::off;
            const double more = was_off ? 0 : recorded_cost(i) - costs_[i];
            const double at_risk = state.is_on_trial ? 0 : state.cost_ns;
            if (total_ + more <= target_ns && at_risk <= saved_ns && !(was_off && has_trial)) {
                saved_ns -= at_risk;
                state.is_on_trial = true;
                set(i, was_off ? MeasuringLevel::estimated : MeasuringLevel::recorded);
                total_ += more;
                has_trial = has_trial || was_off;
            }
        }
    }

    // Pauses are processor time, so that a loaded machine tries no more often.
    double own_seconds() const { return budget_.rest_ns_ * 1e-9; }

    void set(std::size_t method, MeasuringLevel to) {
        budget_.states_[method].level = to;
        changes_[method] = {interval_.now, method, to, costs_[method] / rest_};
    }

    double recorded_cost(std::size_t method) const {
        return calls_of(interval_.methods[method]) * interval_.timed_call_ns;
    }

    double estimated_cost(std::size_t method) const {
        return calls_of(interval_.methods[method]) *
               (interval_.untimed_call_ns + timed_part * interval_.timed_call_ns);
    }

    OverheadBudget& budget_;
    const OverheadInterval& interval_;
    std::vector<double> costs_;
    double total_ = 0;
    double rest_ = 0;
    std::vector<LevelChange> changes_; // by method; moment 0: none
};

std::vector<LevelChange> OverheadBudget::decide(const OverheadInterval& interval) {
    while (states_.size() < interval.methods.size()) {
        states_.push_back({interval.methods[states_.size()].best});
    }
    return Decision(*this, interval).make();
}

} // namespace proxima::detail
