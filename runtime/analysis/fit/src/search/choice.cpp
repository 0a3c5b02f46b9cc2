#include "search/choice.hpp"

#include "search/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

bool is_sum_of_few_points(const Regression& formula, const Data& data) {
    return formula.term_count() > 1 && data.size() < constants::points_for_standard_error;
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

// Numbers of the points whose value is at most the largest divided by `divisor`, without the
// largest.
std::vector<std::size_t> smaller_points(const Data& data, std::size_t parameter, double divisor) {
    double largest = 0;
    for (const auto& at : data.at) {
        largest = std::max(largest, at[parameter]);
    }
    std::vector<std::size_t> smaller;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const double value = data.at[i][parameter];
        if (value < largest && value * divisor <= largest) {
            smaller.push_back(i);
        }
    }
    return smaller;
}

// True if the constant and terms of the points are found at the smaller of them, too: significant
// there, they predict the largest point. The smaller are those up to a quarter of the largest; if
// these are too few, all but the largest decide on a second term, and a constant is not tested.
bool predicts_the_largest(const Regression& formula, const Data& data) {
    const auto parameters = parameters_of(formula.terms);
    if (formula.terms.size() < 2 || parameters.size() != 1) {
        return true;
    }
    const auto parameter = *parameters.begin();
    auto rows = smaller_points(data, parameter, constants::extrapolation);
    if (rows.size() < formula.terms.size() + 2) {
        if (formula.term_count() < 2) {
            return true;
        }
        rows = smaller_points(data, parameter, 1);
    }
    const auto largest =
        std::max_element(data.at.begin(), data.at.end(),
                         [&](const auto& a, const auto& b) { return a[parameter] < b[parameter]; });
    const double mean = data.mean[largest - data.at.begin()];
    const auto smaller = regress(chosen_points(data, rows), without_constant(formula.terms));
    const double expected = smaller ? predict(*smaller, *largest) : 0;
    return smaller && has_significant_terms(*smaller) && expected > 0 && mean > 0 &&
           std::fabs(std::log(mean / expected)) < std::log1p(constants::unreliable_error);
}

// The largest power in the formula; a logarithm counts as a tenth.
double order_of(const Regression& formula) {
    double most = 0;
    for (const auto& term : formula.terms) {
        double order = 0;
        for (const auto& factor : term.factors) {
            order +=
                static_cast<double>(factor.exponents.numerator) / factor.exponents.denominator +
                constants::order_of_logarithm * factor.exponents.logarithm;
        }
        most = std::max(most, order);
    }
    return most;
}

// True if no term of a sum of few points is of a much higher order than the one term that fits them
// best: a slow largest point looks like such a term.
bool is_of_usual_order(const Regression& formula, const Regression* one_term, const Data& data) {
    return !is_sum_of_few_points(formula, data) || one_term == nullptr ||
           parameters_of(formula.terms).size() != 1 ||
           order_of(formula) <= order_of(*one_term) + constants::most_additional_order;
}

} // namespace

double penalised_error(double error, const Regression& formula, std::size_t points) {
    const bool are_few = points < constants::points_for_standard_error;
    const int steps = exponent_penalty(formula) - (are_few ? constants::usual_penalty : 0);
    const auto terms = static_cast<int>(formula.term_count());
    return error * std::pow(constants::error_ratio, std::max(terms + std::max(steps, 0), 1));
}

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

void put_simplest_first(Level& level, const Regression* one_term, const Data& data) {
    auto& formulas = level.formulas;
    std::erase_if(formulas, [&](const auto& one) {
        return !predicts_the_largest(one, data) || !is_of_usual_order(one, one_term, data);
    });
    if (formulas.empty()) {
        return;
    }
    std::vector<double> errors;
    for (const auto& one : formulas) {
        errors.push_back(cross_validated_error(one, data));
    }
    const bool by_error = data.is_biased || data.size() >= constants::points_for_standard_error ||
                          data.observations() < constants::few_repetitions_per_point *
                                                    static_cast<double>(data.size());
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
               (by_error || formulas[i].aicc <= least_aicc + constants::likely_aicc);
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

std::size_t simplest_as_good(const std::vector<Level>& levels, const Data& data) {
    const auto end = std::find_if(levels.begin(), levels.end(), [&](const auto& level) {
        const auto terms = level.formulas.front().term_count();
        return terms > 1 && terms * constants::points_per_term >= data.size();
    });
    const auto error_of = [](const Level& level) {
        const bool is_significant = level.formulas.front().term_count() < 2 ||
                                    has_significant_terms(level.formulas.front());
        return is_significant ? level.error : std::numeric_limits<double>::max();
    };
    const auto penalised = [&](const Level& level) {
        return penalised_error(error_of(level), level.formulas.front(), data.size());
    };
    const auto chosen = std::min_element(levels.begin(), end, [&](const auto& a, const auto& b) {
        return penalised(a) < penalised(b);
    });
    const auto& best = *chosen;
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
