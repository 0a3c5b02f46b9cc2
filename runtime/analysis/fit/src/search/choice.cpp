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

// True if no term of few points dominates beyond the points that does not dominate at the largest
// of them: the data do not show how such a term grows.
bool is_supported(const Regression& formula, const Data& data) {
    if (!is_sum_of_few_points(formula, data)) {
        return true;
    }
    std::vector<double> largest = data.at.front();
    for (const auto& at : data.at) {
        for (std::size_t i = 0; i < at.size(); ++i) {
            largest[i] = std::max(largest[i], at[i]);
        }
    }
    const auto share_at = [&](const std::vector<double>& at, std::size_t term) {
        return std::fabs(formula.coefficients[term] * formula.terms[term].value(at)) /
               std::max(std::fabs(predict(formula, at)), constants::tiny);
    };
    for (std::size_t i = 0; i < largest.size(); ++i) {
        auto far = largest;
        far[i] *= constants::far_extrapolation;
        for (std::size_t term = 0; term < formula.terms.size(); ++term) {
            if (!formula.terms[term].is_constant() &&
                share_at(far, term) > constants::dominant_share &&
                share_at(largest, term) < constants::dominant_share) {
                return false;
            }
        }
    }
    return true;
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

// True if the formula of few points is found without the largest of them, too: its terms are
// significant and predict that point.
bool predicts_the_largest(const Regression& formula, const Data& data) {
    const auto parameters = parameters_of(formula.terms);
    if (!is_sum_of_few_points(formula, data) || parameters.size() != 1) {
        return true;
    }
    const auto parameter = *parameters.begin();
    const auto largest =
        std::max_element(data.at.begin(), data.at.end(),
                         [&](const auto& a, const auto& b) { return a[parameter] < b[parameter]; });
    const auto row = largest - data.at.begin();
    const auto others = regress(without_point(data, static_cast<std::size_t>(row)),
                                without_constant(formula.terms));
    const double expected = others ? predict(*others, *largest) : 0;
    return others && has_significant_terms(*others) && expected > 0 && data.mean[row] > 0 &&
           std::fabs(std::log(data.mean[row] / expected)) < std::log1p(constants::unreliable_error);
}

} // namespace

double penalised_error(double error, const Regression& formula, std::size_t points) {
    const double terms = static_cast<double>(formula.term_count());
    if (points >= constants::points_for_standard_error) {
        return error *
               std::pow(constants::error_ratio, std::max(terms + exponent_penalty(formula), 1.0));
    }
    return error * std::pow(constants::error_ratio_of_few_points, std::max(terms, 1.0));
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

void put_simplest_first(Level& level, const Data& data) {
    using namespace constants;
    auto& formulas = level.formulas;
    std::erase_if(formulas, [&](const auto& one) {
        return !is_supported(one, data) || !predicts_the_largest(one, data);
    });
    if (formulas.empty()) {
        return;
    }
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
        const auto terms = level.formulas.front().term_count();
        return terms > 1 && terms * constants::points_per_term >= points;
    });
    const auto error_of = [](const Level& level) {
        const bool is_significant = level.formulas.front().term_count() < 2 ||
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
