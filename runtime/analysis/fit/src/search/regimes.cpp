#include "search/regimes.hpp"

#include "search/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace proxima::fit {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinite = std::numeric_limits<double>::infinity();

// The formula of one regime, and its weighted squared error at points left out, with penalties.
struct Piece {
    Terms terms;
    double error = infinite;
};

// Formulas that divide the points at these bounds, ascending.
struct Division {
    std::vector<double> bounds;
    Terms terms;
    double error = infinite;
};

bool grows(const Term& term) {
    return std::all_of(term.factors.begin(), term.factors.end(), [](const Factor& factor) {
        return factor.exponents.numerator + factor.exponents.logarithm > 0;
    });
}

// The points of one regime.
struct RegimePoints {
    VectorXd weights;
    VectorXd means;
    bool may_subtract = false; // a constant

    // Weighted squared error at points left out of a sum of these columns; infinite if the formula
    // falls below 0.
    double error_of(const MatrixXd& columns, bool grows) const {
        const auto solved = solve(weights.asDiagonal() * columns, weights.cwiseProduct(means));
        const bool may_have_any_constant = may_subtract && grows;
        if (!solved || !(solved->coefficients[columns.cols() - 1] > 0) ||
            (!may_have_any_constant && solved->coefficients[0] <= 0)) {
            return infinite;
        }
        const VectorXd fitted = columns * solved->coefficients;
        const auto rest = (1 - solved->leverage.array()).max(constants::least_leverage);
        const double least = constants::least_point_bias * weights.cwiseProduct(means).norm();
        return fitted.minCoeff() > 0
                   ? least * least +
                         (weights.array() * (means - fitted).array() / rest).square().sum()
                   : infinite;
    }
};

class RegimeSearch {
public:
    RegimeSearch(const Data& data, const std::vector<std::size_t>& parameters)
        : data_(data), weights_(data.weights_at(data.mean)), terms_(usual_terms(data, parameters)) {
        for (const auto& term : terms_) {
            values_.push_back(term_values(data, term));
        }
    }

    // Finds the best division by one and by two bounds of this parameter.
    std::vector<Division> divisions(std::size_t parameter,
                                    const std::vector<double>& bounds) const {
        Division one;
        Division two;
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const auto first = piece({parameter, -infinite, bounds[i]});
            keep(one, {bounds[i]}, {first, piece({parameter, bounds[i]})});
            for (auto j = i + 1; j < bounds.size() && first.error < infinite; ++j) {
                keep(two, {bounds[i], bounds[j]},
                     {first, piece({parameter, bounds[i], bounds[j]}),
                      piece({parameter, bounds[j]})});
            }
        }
        return {std::move(one), std::move(two)};
    }

private:
    static std::vector<Term> usual_terms(const Data& data,
                                         const std::vector<std::size_t>& parameters) {
        std::vector<std::vector<Factor>> factors;
        for (const auto parameter : parameters) {
            factors.push_back(factors_of(data, parameter));
            std::erase_if(factors.back(),
                          [](const Factor& factor) { return factor.exponent_penalty() > 1; });
        }
        return products_of(factors);
    }

    static void keep(Division& best, std::vector<double> bounds, const std::vector<Piece>& pieces) {
        double error = 0;
        for (const auto& piece : pieces) {
            error += piece.error;
        }
        if (error < best.error) {
            best = {std::move(bounds), {}, error};
            for (const auto& piece : pieces) {
                best.terms.insert(best.terms.end(), piece.terms.begin(), piece.terms.end());
            }
        }
    }

    // The best formula of the points in a regime; its error is infinite if they are too few.
    Piece piece(const Regime& regime) const {
        std::vector<Index> rows;
        std::set<double> distinct;
        for (std::size_t i = 0; i < data_.size(); ++i) {
            if (regime.contains(data_.at[i])) {
                rows.push_back(static_cast<Index>(i));
                distinct.insert(data_.at[i][regime.parameter]);
            }
        }
        if (distinct.size() < constants::values_of_regime) {
            return {};
        }
        const RegimePoints points{weights_(rows), data_.mean(rows), std::isfinite(regime.from)};
        const Term constant{{}, regime};
        MatrixXd columns = MatrixXd::Ones(points.means.size(), 2);
        Piece best{{constant}, points.error_of(columns.col(0), false)};
        for (std::size_t i = 0; i < terms_.size(); ++i) {
            columns.col(1) = values_[i](rows);
            auto term = terms_[i];
            term.regime = regime;
            int penalty = 0;
            for (const auto& factor : term.factors) {
                penalty += factor.exponent_penalty();
            }
            const double factor = std::pow(constants::error_ratio, penalty);
            if (const double error = factor * points.error_of(columns.col(1), false);
                error < best.error) {
                best = {{term}, error};
            }
            if (const double error =
                    constants::error_ratio * factor * points.error_of(columns, grows(term));
                error < best.error) {
                best = {{constant, term}, error};
            }
        }
        return best;
    }

    const Data& data_;
    VectorXd weights_;
    std::vector<Term> terms_;
    std::vector<VectorXd> values_; // of each term
};

// A size between two values: that of a cache in elements of 8, 4, 16 or 1 byte, or a round one.
double bound_between(double low, double high, const std::vector<double>& caches) {
    for (const double bytes : {8, 4, 16, 1}) {
        for (const double cache : caches) {
            if (cache / bytes > low && cache / bytes <= high) {
                return cache / bytes;
            }
        }
    }
    const double middle = low > 0 ? std::sqrt(low * high) : (low + high) / 2;
    const double digit = std::pow(10, std::floor(std::log10(middle)) - 1);
    const double round = std::round(middle / digit) * digit;
    return round > low && round <= high ? round : high;
}

// Bounds between neighbouring values, evenly thinned.
std::vector<double> bounds_of(const Data& data, std::size_t parameter,
                              const std::vector<double>& caches) {
    std::set<double> distinct;
    for (const auto& at : data.at) {
        distinct.insert(at[parameter]);
    }
    const std::vector<double> values(distinct.begin(), distinct.end());
    using namespace constants;
    const auto inside = values.size() - std::min(values.size(), 2 * values_of_regime);
    const auto stride = 1 + inside / most_regime_bounds;
    std::vector<double> bounds;
    for (auto i = values_of_regime; i + values_of_regime <= values.size(); i += stride) {
        bounds.push_back(bound_between(values[i - 1], values[i], caches));
    }
    return bounds;
}

double left_out_error(const Regression& formula) {
    const auto rest = (1 - formula.leverage.array()).max(constants::least_leverage);
    return (formula.residuals.array() / rest).square().sum();
}

// True if no upper regime begins below 0: its constant may be negative.
bool is_positive_at_bounds(const Regression& formula, const Data& data) {
    for (const auto& term : formula.terms) {
        for (auto at : data.at) {
            if (std::isfinite(term.regime->from)) {
                at[term.regime->parameter] = term.regime->from;
                if (!(predict(formula, at) > 0)) {
                    return false;
                }
            }
        }
    }
    return true;
}

} // namespace

std::optional<Regression> best_regimes(const Data& data, const Regression& whole,
                                       const std::vector<std::size_t>& parameters,
                                       const std::vector<double>& caches) {
    if (!data.is_cost()) {
        return std::nullopt;
    }
    const RegimeSearch search(data, parameters);
    Division best{{}, {}, left_out_error(whole)};
    for (const auto parameter : parameters) {
        for (auto& one : search.divisions(parameter, bounds_of(data, parameter, caches))) {
            const double more =
                static_cast<double>(one.bounds.size()) - static_cast<double>(best.bounds.size());
            if (!one.bounds.empty() &&
                one.error * std::pow(constants::regime_error_ratio, more) < best.error) {
                best = std::move(one);
            }
        }
    }
    auto formula = best.bounds.empty() ? std::nullopt : regress(data, best.terms);
    return formula && is_positive_at_bounds(*formula, data) ? formula : std::nullopt;
}

} // namespace proxima::fit
