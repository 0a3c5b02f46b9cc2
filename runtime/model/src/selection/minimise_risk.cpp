#include "selection/turns.hpp"

#include <proxima/model/trade_offs.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

constexpr double rounding = 1e-9;
constexpr std::size_t most_corners = 1000; // each is a selection of its own

class RiskSearch {
public:
    RiskSearch(const CostNetwork& mean, const CostNetwork& variance, double factor,
               const SolverLimits& limits, const std::vector<Objective>& limited)
        : mean_(mean), variance_(variance), factor_(factor), limits_(limits), limited_(limited),
          deadline_(limits) {
        result_.is_optimal = true;
    }

    RiskResult run() {
        const auto fastest = corner(mean_);
        if (factor_ > 0 && fastest.exists) {
            const auto steadiest = corner(variance_.plus(mean_, 0)); // with what is forbidden
            result_.lower_bound =
                fastest.bound + factor_ * std::sqrt(std::max(steadiest.bound, 0.0));
            if (steadiest.exists) {
                look_between(fastest, steadiest);
            }
        } else {
            result_.lower_bound = fastest.bound;
        }
        std::sort(result_.best.begin(), result_.best.end(), is_cheaper);
        result_.best.resize(std::min(result_.best.size(), limits_.best));
        if (result_.is_optimal) {
            result_.lower_bound = result_.best.empty() ? forbidden : result_.best.front().cost;
        }
        return std::move(result_);
    }

private:
    struct Corner {
        double mean = 0;
        double variance = 0;
        double bound = 0; ///< of what was minimised
        bool exists = false;
    };

    double risk(double mean, double variance) const {
        return mean + factor_ * std::sqrt(std::max(variance, 0.0));
    }

    Corner corner(const CostNetwork& weighted) {
        auto limits = limits_;
        // Where one corner cannot be proven, there is time for others all the same.
        limits.seconds = deadline_.seconds_left() / (factor_ > 0 ? 2 : 1);
        const auto solved = solve_within(weighted, limited_, limits);
        ++corners_;
        result_.is_optimal = result_.is_optimal && solved.is_optimal;
        result_.width = solved.width;
        result_.is_exact_elimination = solved.is_exact_elimination;
        for (const auto& solution : solved.best) {
            keep(solution.assignment);
        }
        if (solved.best.empty()) {
            return {0, 0, solved.lower_bound, false};
        }
        const auto& first = solved.best.front().assignment;
        return {mean_.cost(first), variance_.cost(first), solved.lower_bound, true};
    }

    void keep(const Assignment& assignment) {
        for (const auto& known : result_.best) {
            if (known.assignment == assignment) {
                return;
            }
        }
        const double cost = risk(mean_.cost(assignment), variance_.cost(assignment));
        result_.best.push_back({assignment, cost});
        least_ = std::min(least_, cost);
    }

    /// All corners between two lie within the triangle that these span with (the mean of the one,
    /// the variance of the other).
    void look_between(const Corner& fastest, const Corner& steadiest) {
        std::vector<std::pair<Corner, Corner>> open{{fastest, steadiest}};
        while (!open.empty()) {
            const auto [left, right] = open.back();
            open.pop_back();
            if (!(left.variance > right.variance && left.mean < right.mean) ||
                risk(left.mean, right.variance) >= least_) {
                continue;
            }
            if (corners_ == most_corners || deadline_.is_over()) {
                result_.is_optimal = false;
                return;
            }
            const double weight = (right.mean - left.mean) / (left.variance - right.variance);
            const auto between = corner(mean_.plus(variance_, weight));
            if (!between.exists) {
                continue; // none within the limits was found in time
            }
            const double on_line = left.mean + weight * left.variance;
            if (between.mean + weight * between.variance < on_line - rounding * std::abs(on_line)) {
                open.emplace_back(left, between);
                open.emplace_back(between, right);
            }
        }
    }

    const CostNetwork& mean_;
    const CostNetwork& variance_;
    double factor_;
    const SolverLimits& limits_; ///< of all selections together
    const std::vector<Objective>& limited_;
    Deadline deadline_;
    RiskResult result_;
    double least_ = forbidden;
    std::size_t corners_ = 0;
};

} // namespace

RiskResult minimise_risk(const CostNetwork& mean, const CostNetwork& variance, double factor,
                         const SolverLimits& limits, const std::vector<Objective>& limited) {
    return RiskSearch(mean, variance, factor, limits, limited).run();
}

} // namespace proxima::model
