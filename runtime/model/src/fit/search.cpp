#include "fit/search.hpp"

#include "fit/data.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace proxima::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Squares of relative errors below this are rounding.
constexpr double exact = 1e-18;

bool likelier(const Regression& a, const Regression& b) {
    return a.aicc < b.aicc;
}

/// Among powers that few values cannot tell apart.
int oddness(const Factor& factor) {
    const auto& [numerator, denominator, logarithm] = factor.exponents;
    return std::abs(numerator) == 1 && denominator == 1 && logarithm == 0 ? 0
           : denominator == 1 && numerator * logarithm == 0               ? 1
                                                                          : 2;
}

int oddness(const Regression& formula) {
    int sum = 0;
    for (const auto& term : formula.terms) {
        for (const auto& factor : term.factors) {
            sum += oddness(factor);
        }
    }
    return sum;
}

/// The likeliest first; of those that are equal but for rounding the plainest.
void put_best_first(std::vector<Regression>& formulas) {
    constexpr double equal = 1e-3;
    std::sort(formulas.begin(), formulas.end(), likelier);
    const auto end = std::find_if(formulas.begin(), formulas.end(), [&](const auto& one) {
        return one.aicc > formulas.front().aicc + equal;
    });
    const auto plainest = std::min_element(formulas.begin(), end, [](const auto& a, const auto& b) {
        return oddness(a) < oddness(b);
    });
    std::rotate(formulas.begin(), plainest, plainest + 1);
}

std::vector<Regression> fitted(const Data& data, const std::vector<Terms>& all) {
    std::vector<Regression> made;
    for (const auto& terms : all) {
        if (auto regression = regress(data, terms)) {
            made.push_back(std::move(*regression));
        }
    }
    return made;
}

/// Exchanges one factor of a sum at a time while that makes it likelier: the best terms along
/// lines are not the best of the whole formula where there are few lines, or much noise.
class Exchange {
public:
    Exchange(const Search& search) : search_(search) {}

    void improve(Regression& best) const {
        constexpr int most_rounds = 8;
        bool improved = true;
        for (int round = 0; improved && round < most_rounds; ++round) {
            improved = false;
            for (std::size_t i = 0; i < best.terms.size(); ++i) {
                // The constant may have gone, and the terms moved up.
                for (std::size_t j = 0; i < best.terms.size() && j < best.terms[i].factors.size();
                     ++j) {
                    improved = exchange(best, i, j) || improved;
                }
            }
        }
    }

private:
    bool exchange(Regression& best, std::size_t term, std::size_t factor) const {
        auto terms = best.terms;
        if (terms[term].factors[factor].bound) {
            return false;
        }
        terms[term].factors[factor] = most_gaining(best, term, factor);
        std::erase_if(terms, [](const Term& one) { return one.is_constant(); });
        auto made = regress(search_.data, terms);
        const bool better = made && made->aicc < best.aicc - 1e-6;
        if (better) {
            best = std::move(*made);
        }
        return better;
    }

    /// The factor with which the term takes most of what the other terms leave.
    Factor most_gaining(const Regression& best, std::size_t term, std::size_t factor) const {
        const auto& data = search_.data;
        const VectorXd weight =
            (data.effective.array() / data.sizes(best.fitted).array().pow(data.variance_power))
                .sqrt();
        MatrixXd kept(best.fitted.size(), static_cast<Index>(best.terms.size()));
        kept.col(0) = weight;
        Index column = 0;
        for (std::size_t i = 0; i < best.terms.size(); ++i) {
            if (i != term && !best.terms[i].is_constant()) {
                kept.col(++column) = weight.cwiseProduct(values_of(data, best.terms[i]));
            }
        }
        kept.conservativeResize(Eigen::NoChange, column + 1);
        const Eigen::HouseholderQR<MatrixXd> qr(kept);
        const MatrixXd thin = qr.householderQ() * MatrixXd::Identity(kept.rows(), kept.cols());
        const auto without = [&](const VectorXd& values) {
            return VectorXd(values - thin * (thin.transpose() * values));
        };
        const VectorXd left = without(weight.cwiseProduct(data.mean));
        auto tried = best.terms[term];
        const auto old = tried.factors[factor];
        tried.factors[factor].exponents = {0, 1, 0};
        const VectorXd others = weight.cwiseProduct(values_of(data, tried));
        Factor most = old;
        double gained = 0;
        for (const auto& candidate : factors_of(data, old.parameter)) {
            VectorXd values = others;
            for (Index i = 0; i < values.size(); ++i) {
                values[i] *= candidate.value(data.at[static_cast<std::size_t>(i)][old.parameter]);
            }
            const double before = values.squaredNorm();
            values = without(values);
            const double along = values.dot(left);
            const double squares = values.squaredNorm();
            const bool shrinks = data.is_cost() && along <= 0;
            if (!shrinks && squares > 1e-12 * before && along * along > gained * squares) {
                gained = along * along / squares;
                most = candidate;
            }
        }
        return most;
    }

    const Search& search_;
};

/// r / (1 - h) is what the residual of a point would be without it.
double error_without(const Regression& formula, const Data& data, const Eigen::VectorXd& sizes,
                     Index point) {
    const double rest = std::max(1 - formula.leverage[point], 1e-6);
    const double error = (data.mean[point] - formula.fitted[point]) / rest / sizes[point];
    return error * error * data.effective[point] / data.effective.maxCoeff();
}

/// What the likelihood of the other points says of the formula, but for what is the same for all.
double score_without(const Regression& formula, const Data& data, Index point) {
    const double rest = std::max(1 - formula.leverage[point], 1e-6);
    const double residual = formula.residuals[point];
    const double squares = std::max(formula.squares - residual * residual / rest, 1e-300);
    return formula.aicc + data.observations() * std::log(squares / formula.squares);
}

/// Cross-validation leaves a point out of the choice among the formulas as well as of the
/// coefficients.
void cross_validate(Level& level, const Data& data) {
    const VectorXd sizes = data.sizes(data.mean);
    VectorXd errors(data.mean.size());
    for (Index i = 0; i < errors.size(); ++i) {
        const auto& best = *std::min_element(
            level.formulas.begin(), level.formulas.end(), [&](const auto& a, const auto& b) {
                return score_without(a, data, i) < score_without(b, data, i);
            });
        errors[i] = error_without(best, data, sizes, i);
    }
    const auto n = static_cast<double>(errors.size());
    level.error = std::max(errors.mean(), exact);
    const double variance = n > 1 ? (errors.array() - level.error).square().sum() / (n - 1) : 0;
    level.standard_error = std::sqrt(variance / n);
}

/// Akaike's weight of less than one in a million is no claim.
void keep_claims(std::vector<Regression>& formulas) {
    constexpr double furthest_behind = 28;
    std::erase_if(formulas, [&](const auto& one) {
        return &one != &formulas.front() && one.aicc > formulas.front().aicc + furthest_behind;
    });
}

Level level_of(std::vector<Regression> formulas, const Search& search) {
    put_best_first(formulas);
    if (search.parameters.size() > 1 && formulas.front().complexity() > 0) {
        auto improved = formulas.front();
        Exchange(search).improve(improved);
        if (likelier(improved, formulas.front())) {
            formulas.insert(formulas.begin(), std::move(improved));
        }
    }
    Level level{std::move(formulas)};
    cross_validate(level, search.data);
    return level;
}

/// Among formulas of which enough points are left to contradict them; the others count as rivals.
std::size_t simplest_as_good(const std::vector<Level>& levels, std::size_t points) {
    constexpr std::size_t points_for_a_term = 4;
    const auto end = std::find_if(levels.begin(), levels.end(), [&](const auto& level) {
        return level.formulas.front().complexity() * points_for_a_term > points;
    });
    const auto& best = *std::min_element(
        levels.begin(), end, [](const auto& a, const auto& b) { return a.error < b.error; });
    const auto as_good = std::find_if(levels.begin(), end, [&](const auto& level) {
        return level.error <= best.error + best.standard_error;
    });
    return static_cast<std::size_t>(as_good - levels.begin());
}

} // namespace

std::vector<Regression> Found::all() const {
    std::vector<Regression> made;
    for (const auto& level : levels) {
        made.insert(made.end(), level.formulas.begin(), level.formulas.end());
    }
    return made;
}

double cross_validated_error(const Regression& formula, const Data& data) {
    const VectorXd sizes = data.sizes(data.mean);
    double sum = 0;
    for (Index i = 0; i < data.mean.size(); ++i) {
        sum += error_without(formula, data, sizes, i);
    }
    return sum / static_cast<double>(data.size());
}

std::vector<Factor> as_good_factors(const Search& search, const Regression& formula,
                                    std::size_t parameter) {
    constexpr double as_good = 2; // Burnham and Anderson, of Akaike's criterion
    std::vector<Factor> found;
    for (const auto& factor : factors_of(search.data, parameter)) {
        auto terms = formula.terms;
        for (auto& term : terms) {
            for (auto& old : term.factors) {
                old = old.parameter == parameter ? factor : old;
            }
        }
        std::erase_if(terms, [](const Term& term) { return term.is_constant(); });
        const auto other = regress(search.data, terms);
        if (other && other->aicc < formula.aicc + as_good) {
            found.push_back(factor);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return oddness(a) < oddness(b); });
    return found;
}

Found find_formulas(const Search& search) {
    constexpr std::size_t most_points = 512;
    const Data few = thinned(search.data, most_points);
    const Search small{few, search.names, search.parameters};
    Found found;
    auto sums = promising_sums(small);
    sums.insert(sums.begin(), {Terms{}});
    for (const auto& of_size : sums) {
        if (auto formulas = fitted(few, of_size); !formulas.empty()) {
            found.levels.push_back(level_of(std::move(formulas), small));
        }
    }
    if (found.levels.empty()) {
        return found;
    }
    found.chosen = simplest_as_good(found.levels, few.size());
    for (auto& level : found.levels) {
        keep_claims(level.formulas);
        if (few.size() < search.data.size()) {
            std::vector<Terms> terms;
            for (auto& formula : level.formulas) {
                std::erase_if(formula.terms, [](const Term& term) { return term.is_constant(); });
                terms.push_back(formula.terms);
            }
            auto of_all = fitted(search.data, terms);
            level.formulas = of_all.empty() ? std::move(level.formulas) : std::move(of_all);
            put_best_first(level.formulas);
        }
    }
    return found;
}

} // namespace proxima::model
