#include "search/choice.hpp"

#include "search/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace proxima::fit {
namespace {

// Squared error times a penalty. Each term but the first must reduce the error by a ratio; so must,
// with enough points, each step to a more unusual exponent.
double penalised_error(double error, const Regression& formula, std::size_t points) {
    const double terms = static_cast<double>(formula.term_count());
    if (points >= constants::points_for_standard_error) {
        return error *
               std::pow(constants::error_ratio, std::max(terms + exponent_penalty(formula), 1.0));
    }
    const bool has_kink = std::any_of(formula.terms.begin(), formula.terms.end(), is_kink);
    return error * std::pow(constants::error_ratio_of_few_points,
                            std::max(terms + (has_kink ? 1 : 0), 1.0));
}

bool has_significant_terms(const Regression& formula) {
    for (std::size_t i = 0; i < formula.terms.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(i);
        if (!formula.terms[i].is_constant() &&
            formula.coefficients[i] <
                constants::significance * std::sqrt(formula.covariance(row, row))) {
            return false;
        }
    }
    return true;
}

} // namespace

bool has_lower_aicc(const Regression& a, const Regression& b) {
    return a.aicc < b.aicc;
}

int exponent_penalty(const Regression& formula) {
    int sum = 0;
    for (const auto& term : formula.terms) {
        for (const auto& factor : term.factors) {
            sum += factor.exponent_penalty();
        }
    }
    return sum;
}

void put_simplest_first(Level& level, const Data& data) {
    using namespace constants;
    auto& formulas = level.formulas;
    std::vector<double> errors;
    for (const auto& one : formulas) {
        errors.push_back(cross_validated_error(one, data));
    }
    const bool by_error =
        data.size() >= points_for_standard_error ||
        data.observations() < few_repetitions_per_point * static_cast<double>(data.size());
    std::size_t best = 0;
    for (std::size_t i = 1; by_error && i < formulas.size(); ++i) {
        const bool is_better = penalised_error(errors[i], formulas[i], data.size()) <
                               penalised_error(errors[best], formulas[best], data.size());
        best = is_better ? i : best;
    }
    const double least_aicc =
        std::min_element(formulas.begin(), formulas.end(), has_lower_aicc)->aicc;
    const auto is_as_good = [&](std::size_t i) {
        return errors[i] <= errors[best] + level.standard_error &&
               (by_error || formulas[i].aicc <= least_aicc + likely_aicc ||
                errors[i] <= acceptable_error * acceptable_error);
    };
    const auto order = [&](std::size_t i) {
        return std::pair(exponent_penalty(formulas[i]), errors[i]);
    };
    auto simplest = best;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        simplest = is_as_good(i) && order(i) < order(simplest) ? i : simplest;
    }
    const auto first = formulas.begin() + static_cast<std::ptrdiff_t>(simplest);
    std::rotate(formulas.begin(), first, first + 1);
}

std::size_t simplest_as_good(const std::vector<Level>& levels, std::size_t points) {
    const auto end = std::find_if(levels.begin(), levels.end(), [&](const auto& level) {
        return level.formulas.front().term_count() * constants::points_per_term >= points;
    });
    const auto error_of = [points](const Level& level) {
        const bool is_significant = points < constants::points_for_standard_error ||
                                    has_significant_terms(level.formulas.front());
        return is_significant ? level.error : std::numeric_limits<double>::max();
    };
    const auto& best = *std::min_element(levels.begin(), end, [&](const auto& a, const auto& b) {
        return penalised_error(error_of(a), a.formulas.front(), points) <
               penalised_error(error_of(b), b.formulas.front(), points);
    });
    const auto as_good = std::find_if(levels.begin(), end, [&](const auto& level) {
        return &level == &best || error_of(level) <= best.error + best.standard_error;
    });
    return static_cast<std::size_t>(as_good - levels.begin());
}

std::size_t simplest_within_clock_step(const std::vector<Level>& levels, std::size_t chosen,
                                       double clock_step) {
    const auto& best = levels[chosen].formulas.front().fitted;
    const auto same = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
        const Eigen::VectorXd difference = level.formulas.front().fitted - best;
        return difference.maxCoeff() - difference.minCoeff() < clock_step;
    });
    return std::min(chosen, static_cast<std::size_t>(same - levels.begin()));
}

} // namespace proxima::fit
