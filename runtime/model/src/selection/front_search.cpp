#include "selection/front_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace proxima::model {
namespace {

constexpr std::size_t solved_at_once = 8; // solutions; the next ones are trade-offs as a rule

/// Solutions that are better in the criteria than these limits.
struct Zone {
    std::vector<double> limits; ///< of each criterion
    std::vector<Solution> cheapest;
    bool are_all = false; ///< there are no others
};

/// Trade-offs by ascending cost: the cheapest solution is one. What is neither it nor worse has
/// less of one criterion at least, and lies in one of as many zones as there are criteria; the
/// cheapest of all zones is the next (epsilon constraints, Haimes 1971; zones of several criteria
/// as by Klamroth, Lacour and Vanderpooten 2015).
class FrontSearch {
public:
    FrontSearch(const CostNetwork& network, const std::vector<Objective>& criteria,
                const SolverLimits& limits, const Deadline& deadline)
        : network_(network), criteria_(criteria), limits_(limits), deadline_(deadline) {}

    Front run() {
        Zone all;
        for (const auto& criterion : criteria_) {
            all.limits.push_back(criterion.limit);
            roundings_.push_back(criterion.rounding());
        }
        if (solve(all)) {
            zones_.push_back(std::move(all));
            while (!zones_.empty() && take_cheapest()) {
            }
        }
        drop_dominated();
        front_.is_whole = !is_stopped_;
        return std::move(front_);
    }

private:
    /// False if that leaves nothing: there is none, or time is up.
    bool solve(Zone& zone) {
        auto limited = criteria_;
        for (std::size_t i = 0; i < limited.size(); ++i) {
            limited[i].limit = zone.limits[i];
        }
        auto limits = limits_;
        limits.best = solved_at_once;
        limits.seconds = deadline_.seconds_left();
        auto solved = solve_within(network_, limited, limits);
        is_stopped_ = is_stopped_ || !solved.is_optimal;
        zone.cheapest = std::move(solved.best);
        zone.are_all = zone.cheapest.size() < solved_at_once;
        return solved.is_optimal && !zone.cheapest.empty();
    }

    /// False if time is up.
    bool take_cheapest() {
        const auto next =
            std::min_element(zones_.begin(), zones_.end(), [](const Zone& one, const Zone& other) {
                return one.cheapest.front().cost < other.cheapest.front().cost;
            });
        const auto found = trade_off(next->cheapest.front());
        front_.trade_offs.push_back(found);
        std::vector<Zone> parents;
        std::vector<Zone> kept;
        for (auto& zone : zones_) {
            (holds(zone, found.criteria) ? parents : kept).push_back(std::move(zone));
        }
        zones_ = std::move(kept);
        std::vector<Zone> children;
        for (const auto& parent : parents) {
            for (std::size_t i = 0; i < criteria_.size(); ++i) {
                if (found.criteria[i] > -forbidden) {
                    children.push_back({parent.limits, {}, false});
                    children.back().limits[i] = below(i, found.criteria[i]);
                    inherit(parent, children.back());
                }
            }
        }
        return keep(std::move(children));
    }

    TradeOff trade_off(const Solution& solution) const {
        TradeOff made{solution.assignment, solution.cost, {}};
        for (const auto& criterion : criteria_) {
            made.criteria.push_back(criterion.of(solution.assignment));
        }
        return made;
    }

    double below(std::size_t criterion, double number) const {
        return std::min(number - 2 * roundings_[criterion], std::nextafter(number, -forbidden));
    }

    bool holds(const Zone& zone, const std::vector<double>& numbers) const {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (numbers[i] > zone.limits[i] + roundings_[i]) {
                return false;
            }
        }
        return true;
    }

    /// What is known to be cheapest in a zone is so in a part of it.
    void inherit(const Zone& parent, Zone& child) const {
        child.are_all = parent.are_all;
        for (const auto& solution : parent.cheapest) {
            if (holds(child, trade_off(solution).criteria)) {
                child.cheapest.push_back(solution);
            }
        }
    }

    /// Those that are no part of another zone, and not empty.
    bool keep(std::vector<Zone> children) {
        for (std::size_t i = 0; i < children.size(); ++i) {
            auto& child = children[i];
            const bool is_part =
                std::any_of(zones_.begin(), zones_.end(),
                            [&](const Zone& zone) { return is_within(child, zone); }) ||
                std::any_of(children.begin() + static_cast<std::ptrdiff_t>(i) + 1, children.end(),
                            [&](const Zone& zone) { return is_within(child, zone); });
            if (!is_part && (!child.cheapest.empty() || (!child.are_all && solve(child)))) {
                zones_.push_back(std::move(child));
            }
            if (is_stopped_) {
                return false;
            }
        }
        return true;
    }

    static bool is_within(const Zone& part, const Zone& zone) {
        return std::equal(part.limits.begin(), part.limits.end(), zone.limits.begin(),
                          [](double one, double other) { return one <= other; });
    }

    /// Solutions that cost the same come in any order.
    void drop_dominated() {
        auto& all = front_.trade_offs;
        std::vector<TradeOff> kept;
        for (const auto& one : all) {
            const bool is_dominated = std::any_of(all.begin(), all.end(), [&](const auto& other) {
                return other.cost <= one.cost && other.criteria != one.criteria &&
                       std::equal(other.criteria.begin(), other.criteria.end(),
                                  one.criteria.begin(), [](double a, double b) { return a <= b; });
            });
            if (!is_dominated) {
                kept.push_back(one);
            }
        }
        all = std::move(kept);
    }

    const CostNetwork& network_;
    const std::vector<Objective>& criteria_;
    const SolverLimits& limits_;
    const Deadline& deadline_;
    std::vector<double> roundings_;
    std::vector<Zone> zones_; ///< that may hold more, none part of another
    Front front_;
    bool is_stopped_ = false;
};

} // namespace

Front front_by_search(const CostNetwork& network, const std::vector<Objective>& criteria,
                      const SolverLimits& limits, const Deadline& deadline) {
    return FrontSearch(network, criteria, limits, deadline).run();
}

} // namespace proxima::model
