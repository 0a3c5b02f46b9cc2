#include "fit/search.hpp"

#include "fit/data.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

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

/// Of Akaike's criterion (Burnham and Anderson).
constexpr double as_likely = 2;

/// How far from what papers write: n and 1/n, then n^2, log n, n log n and roots, then the rest.
int oddness(const Factor& factor) {
    const auto& [numerator, denominator, logarithm] = factor.exponents;
    const bool whole = denominator == 1;
    if (factor.bound) {
        return 2;
    }
    if (whole && std::abs(numerator) == 1 && logarithm == 0) {
        return 0;
    }
    const bool root = denominator == 2 && std::abs(numerator) == 1 && logarithm == 0;
    const bool times_log = whole && numerator == 1 && logarithm == 1;
    return root || times_log || (whole && numerator * logarithm == 0) ? 1 : 2;
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

/// The likeliest first, but before it the plainest of those that are as good: papers have n more
/// often than n^(3/4) log2(n).
void put_best_first(std::vector<Regression>& formulas) {
    std::sort(formulas.begin(), formulas.end(), likelier);
    const auto end = std::find_if(formulas.begin(), formulas.end(), [&](const auto& one) {
        return one.aicc > formulas.front().aicc + as_likely;
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
    Exchange(const Search& search) : search_(search) {
        for (const auto parameter : search.parameters) {
            auto& known = candidates_[parameter];
            known.factors = factors_of(search.data, parameter);
            known.values.resize(search.data.mean.size(), static_cast<Index>(known.factors.size()));
            for (std::size_t i = 0; i < known.factors.size(); ++i) {
                known.values.col(static_cast<Index>(i)) =
                    values_of(search.data, Term{{known.factors[i]}});
            }
        }
    }

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
        const auto& candidates = candidates_.at(old.parameter);
        for (std::size_t i = 0; i < candidates.factors.size(); ++i) {
            VectorXd values = others.cwiseProduct(candidates.values.col(static_cast<Index>(i)));
            const double before = values.squaredNorm();
            values = without(values);
            const double along = values.dot(left);
            const double squares = values.squaredNorm();
            const bool shrinks = data.is_cost() && along <= 0;
            if (!shrinks && squares > 1e-12 * before && along * along > gained * squares) {
                gained = along * along / squares;
                most = candidates.factors[i];
            }
        }
        return most;
    }

    struct Candidates {
        std::vector<Factor> factors;
        MatrixXd values; ///< of each at the points
    };

    const Search& search_;
    std::map<std::size_t, Candidates> candidates_; ///< by parameter
};

/// Of predictions, in the units in which formulas are fitted: where the deviation grows with the
/// mean relative to it, else relative to a power of it.
class Errors {
public:
    explicit Errors(const Data& data)
        : power_(data.variance_power),
          typical_(
              std::max(data.effective.dot(data.mean.cwiseAbs()) / data.effective.sum(), 1e-300)) {}

    /// Relative to the larger of both numbers, so that a point that is nearly 0 does not outweigh
    /// all others.
    double squared(double measured, double predicted) const {
        constexpr double least = 1e-3;
        const double size =
            std::max({std::fabs(measured), std::fabs(predicted), least * typical_}) / typical_;
        return std::pow((measured - predicted) / typical_, 2) / std::pow(size, power_);
    }

private:
    double power_;
    double typical_; ///< mean
};

/// The error at a point that was left out of the coefficients: its residual is r / (1 - h) then.
double error_without(const Regression& formula, const Data& data, const Errors& errors,
                     Index point) {
    const double rest = std::max(1 - formula.leverage[point], 1e-6);
    const double residual = (data.mean[point] - formula.fitted[point]) / rest;
    return errors.squared(data.mean[point], data.mean[point] - residual);
}

/// What the likelihood of the other points says of the formula, but for what is the same for all.
double score_without(const Regression& formula, const Data& data, Index point) {
    const double rest = std::max(1 - formula.leverage[point], 1e-6);
    const double residual = formula.residuals[point];
    const double squares = std::max(formula.squares - residual * residual / rest, 1e-300);
    return formula.aicc + data.observations() * std::log(squares / formula.squares);
}

/// At points that were left out of the choice among the formulas as well as of the coefficients.
VectorXd errors_of_left_out(const std::vector<Regression>& formulas, const Data& data) {
    const Errors measure(data);
    VectorXd errors(data.mean.size());
    for (Index i = 0; i < errors.size(); ++i) {
        const auto& best =
            *std::min_element(formulas.begin(), formulas.end(), [&](const auto& a, const auto& b) {
                return score_without(a, data, i) < score_without(b, data, i);
            });
        errors[i] = error_without(best, data, measure, i);
    }
    return errors;
}

void set_error(Level& level, const VectorXd& errors, const Data& data) {
    const VectorXd weights = data.effective / data.effective.sum();
    const double mean = weights.dot(errors);
    if (!std::isfinite(mean)) {
        level.error = std::numeric_limits<double>::max();
        return;
    }
    level.error = std::max(mean, exact);
    // Of a weighted mean, were all points alike.
    const double variance = (errors.array() - level.error).square().matrix().dot(weights);
    const double worth = 1 / weights.squaredNorm();
    level.standard_error = worth > 1 ? std::sqrt(variance / (worth - 1)) : 0;
}

/// Akaike's weight of less than one in a million is no claim.
void keep_claims(std::vector<Regression>& formulas) {
    constexpr double furthest_behind = 28;
    std::erase_if(formulas, [&](const auto& one) {
        return &one != &formulas.front() && one.aicc > formulas.front().aicc + furthest_behind;
    });
}

struct Effort {
    std::size_t formulas; ///< of each number of terms
    std::size_t sums;     ///< tried for each number of terms above two
};

std::vector<Level> levels_in(const Search& search, const Effort& effort) {
    auto sums = promising_sums(search, effort.sums);
    sums.insert(sums.begin(), {Terms{}});
    std::vector<Level> levels;
    const bool several = search.parameters.size() > 1;
    const auto exchange = several ? std::optional<Exchange>(search) : std::nullopt;
    for (auto& of_size : sums) {
        of_size.resize(std::min(of_size.size(), effort.formulas));
        auto formulas = fitted(search.data, of_size);
        if (formulas.empty()) {
            continue;
        }
        put_best_first(formulas);
        if (exchange && formulas.front().complexity() > 0) {
            auto improved = formulas.front();
            exchange->improve(improved);
            if (likelier(improved, formulas.front())) {
                formulas.insert(formulas.begin(), std::move(improved));
            }
        }
        levels.push_back({std::move(formulas)});
    }
    return levels;
}

/// Of one parameter all formulas are there to choose from again without each point.
void leave_points_out(std::vector<Level>& levels, const Data& data) {
    for (auto& level : levels) {
        set_error(level, errors_of_left_out(level.formulas, data), data);
    }
}

/// Of several the search itself is repeated without a fifth of the points at a time: the best of
/// thousands of sums explains much noise.
void leave_fifths_out(std::vector<Level>& levels, const Search& search) {
    constexpr std::size_t folds = 5;
    constexpr Effort less{6, 1000};
    const auto& data = search.data;
    const Errors measure(data);
    std::vector<VectorXd> errors(levels.size(), VectorXd::Ones(data.mean.size()));
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<std::size_t> left_out;
        const auto others = without_fold(data, fold, folds, left_out);
        const auto found = levels_in({others, search.names, search.parameters}, less);
        for (std::size_t i = 0; i < std::min(levels.size(), found.size()); ++i) {
            for (const auto point : left_out) {
                const auto row = static_cast<Index>(point);
                errors[i][row] = measure.squared(
                    data.mean[row], predict(found[i].formulas.front(), data.at[point]));
            }
        }
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
        set_error(levels[i], errors[i], data);
    }
}

/// Of formulas with as many terms the plainest whose error is within one standard error of that of
/// the likeliest. Fewer points hardly show a standard error.
void prefer_plain(Level& level, const Data& data) {
    constexpr std::size_t enough_points = 20;
    auto& formulas = level.formulas;
    if (data.size() < enough_points) {
        return;
    }
    const double most = cross_validated_error(formulas.front(), data) + level.standard_error;
    const auto plainest =
        std::min_element(formulas.begin(), formulas.end(), [&](const auto& a, const auto& b) {
            const auto rank = [&](const Regression& one) {
                const bool as_good = cross_validated_error(one, data) <= most;
                return as_good ? oddness(one) : std::numeric_limits<int>::max();
            };
            return rank(a) < rank(b);
        });
    std::rotate(formulas.begin(), plainest, plainest + 1);
}

/// Terms, where a kink counts for two: its place was chosen, too.
std::size_t weight_of(const Regression& formula) {
    const auto kinks =
        std::count_if(formula.terms.begin(), formula.terms.end(), [](const Term& term) {
            return !term.is_constant() && term.factors.front().bound;
        });
    return formula.complexity() + static_cast<std::size_t>(kinks);
}

/// Among formulas of which enough points are left to contradict them; the others count as rivals.
std::size_t simplest_as_good(const std::vector<Level>& levels, std::size_t points) {
    constexpr std::size_t points_for_a_term = 3;
    constexpr double worth_a_term = 1.5; ///< of the squared error; for each behind the first
    const auto end = std::find_if(levels.begin(), levels.end(), [&](const auto& level) {
        return level.formulas.front().complexity() * points_for_a_term >= points;
    });
    const auto& best = *std::min_element(
        levels.begin(), end, [](const auto& a, const auto& b) { return a.error < b.error; });
    const auto terms_of = [](const Level& level) {
        return static_cast<double>(weight_of(level.formulas.front()));
    };
    const auto as_good = std::find_if(levels.begin(), end, [&](const auto& level) {
        const double more_terms = terms_of(best) - std::max(terms_of(level), 1.0);
        return &level == &best || level.error <= best.error + best.standard_error ||
               level.error <= best.error * std::pow(worth_a_term, std::max(more_terms, 0.0));
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
    const Errors measure(data);
    double sum = 0;
    for (Index i = 0; i < data.mean.size(); ++i) {
        sum += data.effective[i] * error_without(formula, data, measure, i);
    }
    return sum / data.effective.sum();
}

std::vector<Factor> as_good_factors(const Search& search, const Regression& formula,
                                    std::size_t parameter) {
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
        if (other && other->aicc < formula.aicc + as_likely) {
            found.push_back(factor);
        }
    }
    std::vector<Factor> plainest_first;
    for (const int odd : {0, 1, 2}) {
        std::copy_if(found.begin(), found.end(), std::back_inserter(plainest_first),
                     [&](const Factor& factor) { return oddness(factor) == odd; });
    }
    return plainest_first;
}

Found find_formulas(const Search& search) {
    constexpr std::size_t most_points = 512;
    const Data few = thinned(search.data, most_points);
    const Search small{few, search.names, search.parameters};
    Found found{levels_in(small, {100, 8000})};
    if (found.levels.empty()) {
        return found;
    }
    search.parameters.size() > 1 ? leave_fifths_out(found.levels, small)
                                 : leave_points_out(found.levels, few);
    for (auto& level : found.levels) {
        prefer_plain(level, few);
    }
    found.chosen = simplest_as_good(found.levels, few.size());
    for (auto& level : found.levels) {
        keep_claims(level.formulas);
        if (few.size() < search.data.size()) {
            std::vector<Terms> terms;
            for (const auto& formula : level.formulas) {
                terms.push_back(formula.terms);
                std::erase_if(terms.back(), [](const Term& term) { return term.is_constant(); });
            }
            if (auto of_all = fitted(search.data, terms); !of_all.empty()) {
                level.formulas = std::move(of_all);
            }
        }
    }
    return found;
}

double most_explained(const Search& search, std::size_t terms) {
    constexpr std::size_t most_points = 512;
    const Data few = thinned(search.data, most_points);
    double most = 0;
    for (const auto& level : levels_in({few, search.names, search.parameters}, {6, 1000})) {
        if (level.formulas.front().complexity() <= terms) {
            most = std::max(most, level.formulas.front().explained);
        }
    }
    return most;
}

} // namespace proxima::model
