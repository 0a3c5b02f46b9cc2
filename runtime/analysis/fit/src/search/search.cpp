#include "search/search.hpp"

#include "data/data.hpp"
#include "search/cross_validation.hpp"
#include "search/sequential_replacement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace proxima::fit {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Squares of relative errors below this are rounding.
constexpr double exact = 1e-18;

bool likelier(const Regression& a, const Regression& b) {
    return a.aicc < b.aicc;
}

// Of Akaike's criterion (Burnham and Anderson).
constexpr double as_likely = 2;

int oddness(const Regression& formula) {
    int sum = 0;
    for (const auto& term : formula.terms) {
        for (const auto& factor : term.factors) {
            sum += factor.oddness();
        }
    }
    return sum;
}

// The likeliest first, but before it the plainest of those that are as good: papers have n more
// often than n^(3/4) log2(n).
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

// Drops formulas whose Akaike weight is below one in a million.
void keep_claims(std::vector<Regression>& formulas) {
    constexpr double furthest_behind = 28;
    std::erase_if(formulas, [&](const auto& one) {
        return &one != &formulas.front() && one.aicc > formulas.front().aicc + furthest_behind;
    });
}

// At most this many formulas of each number of terms.
std::vector<Level> levels_in(const SearchSpace& search, std::size_t most_formulas) {
    constexpr std::size_t tried = 8000; // sums of each number of terms above two
    auto sums = promising_sums(search, tried);
    sums.insert(sums.begin(), {Terms{}});
    std::vector<Level> levels;
    const bool several = search.parameters.size() > 1;
    const auto exchange = several ? std::optional<TermExchange>(search) : std::nullopt;
    for (auto& of_size : sums) {
        of_size.resize(std::min(of_size.size(), most_formulas));
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

// Of one parameter all formulas are there to choose from again without each point.
void leave_points_out(std::vector<Level>& levels, const Data& data) {
    for (auto& level : levels) {
        set_error(level, errors_of_left_out(level.formulas, data), data);
    }
}

// Of several the search itself is repeated without a fifth of the points at a time: the best of
// thousands of sums explains much noise.
void leave_fifths_out(std::vector<Level>& levels, const SearchSpace& search) {
    constexpr std::size_t folds = 5;
    constexpr std::size_t fewer_formulas = 6;
    const auto& data = search.data;
    const Errors measure(data);
    std::vector<VectorXd> errors(levels.size(), VectorXd::Ones(data.mean.size()));
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<std::size_t> left_out;
        const auto others = without_fold(data, fold, folds, left_out);
        const auto found = levels_in({others, search.names, search.parameters}, fewer_formulas);
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

// Fewer points hardly show a standard error.
constexpr std::size_t enough_points = 12;

bool has_kink(const Regression& formula) {
    return std::any_of(formula.terms.begin(), formula.terms.end(), [](const Term& term) {
        return !term.is_constant() && term.factors.front().bound;
    });
}

// Terms, and one for each step from what papers write.
double weight_of(const Regression& formula) {
    return static_cast<double>(formula.complexity()) + oddness(formula);
}

// A squared error that is weighed against simplicity: a term more, or a step further from what
// papers write, must halve it. The first is free. Few points hardly show more than terms.
double price_of(double error, const Regression& formula, std::size_t points) {
    if (points >= enough_points) {
        return error * std::exp2(std::max(weight_of(formula), 1.0));
    }
    constexpr double worth_a_term = 1.5;
    const double terms = static_cast<double>(formula.complexity()) + (has_kink(formula) ? 1 : 0);
    return error * std::pow(worth_a_term, std::max(terms, 1.0));
}

// Every term is more than two standard errors above 0.
bool is_significant(const Regression& formula) {
    for (std::size_t i = 0; i < formula.terms.size(); ++i) {
        const auto row = static_cast<Index>(i);
        if (!formula.terms[i].is_constant() &&
            formula.coefficients[i] < 2 * std::sqrt(formula.covariance(row, row))) {
            return false;
        }
    }
    return true;
}

// The plainest of formulas with as many terms whose squared error is within one standard error of
// that with the least price. Of few repeated points only if the likelihood does not say otherwise,
// or if all that speaks against it is what points may have of their own.
void prefer_plain(Level& level, const Data& data) {
    constexpr double own_of_points = 0.06;
    auto& formulas = level.formulas;
    std::vector<double> errors;
    for (const auto& one : formulas) {
        errors.push_back(cross_validated_error(one, data));
    }
    constexpr double repeated = 3;
    const bool by_left_out = data.size() >= enough_points ||
                             data.observations() < repeated * static_cast<double>(data.size());
    std::size_t best = 0;
    for (std::size_t i = 1; by_left_out && i < formulas.size(); ++i) {
        const bool cheaper = price_of(errors[i], formulas[i], data.size()) <
                             price_of(errors[best], formulas[best], data.size());
        best = cheaper ? i : best;
    }
    const double likeliest = std::min_element(formulas.begin(), formulas.end(), likelier)->aicc;
    const auto is_as_good = [&](std::size_t i) {
        return errors[i] <= errors[best] + level.standard_error &&
               (by_left_out || formulas[i].aicc <= likeliest + as_likely ||
                errors[i] <= own_of_points * own_of_points);
    };
    const auto order = [&](std::size_t i) { return std::pair(oddness(formulas[i]), errors[i]); };
    auto plainest = best;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
        plainest = is_as_good(i) && order(i) < order(plainest) ? i : plainest;
    }
    const auto first = formulas.begin() + static_cast<std::ptrdiff_t>(plainest);
    std::rotate(formulas.begin(), first, first + 1);
}

// The first level whose squared error is within one standard error of that with the least price,
// among formulas of which enough points are left to contradict them; the others count as competing
// models.
std::size_t simplest_as_good(const std::vector<Level>& levels, std::size_t points) {
    constexpr std::size_t points_for_a_term = 3;
    const auto end = std::find_if(levels.begin(), levels.end(), [&](const auto& level) {
        return level.formulas.front().complexity() * points_for_a_term >= points;
    });
    const auto error_of = [points](const Level& level) {
        const bool shown = points < enough_points || is_significant(level.formulas.front());
        return shown ? level.error : std::numeric_limits<double>::max();
    };
    const auto& best = *std::min_element(levels.begin(), end, [&](const auto& a, const auto& b) {
        return price_of(error_of(a), a.formulas.front(), points) <
               price_of(error_of(b), b.formulas.front(), points);
    });
    const auto as_good = std::find_if(levels.begin(), end, [&](const auto& level) {
        return &level == &best || error_of(level) <= best.error + best.standard_error;
    });
    return static_cast<std::size_t>(as_good - levels.begin());
}

// The simplest level that tells the points apart as the chosen one does, to the clock's step.
std::size_t simplest_within_step(const std::vector<Level>& levels, std::size_t chosen,
                                 double step) {
    const auto& best = levels[chosen].formulas.front().fitted;
    const auto same = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
        const VectorXd difference = level.formulas.front().fitted - best;
        return difference.maxCoeff() - difference.minCoeff() < step;
    });
    return std::min(chosen, static_cast<std::size_t>(same - levels.begin()));
}

// Formulas of some points need not have a value at all of them: log2(n) has none at 0.
void drop_empty_levels(SearchResult& found) {
    const auto is_empty = [](const Level& level) { return level.formulas.empty(); };
    while (found.chosen > 0 && is_empty(found.levels[found.chosen])) {
        --found.chosen;
    }
    const auto chosen = found.levels.begin() + static_cast<std::ptrdiff_t>(found.chosen);
    found.chosen -= static_cast<std::size_t>(std::count_if(found.levels.begin(), chosen, is_empty));
    std::erase_if(found.levels, is_empty);
}

// Puts the best formula without its constant first, if that is no less likely; with the constant
// it counts as a competing model.
void drop_constant(std::vector<Regression>& formulas, const Data& data) {
    auto plainer = without_constant(data, formulas.front());
    if (plainer && plainer->aicc <= formulas.front().aicc) {
        formulas.insert(formulas.begin(), std::move(*plainer));
    }
}

} // namespace

const Regression& SearchResult::nearest() const {
    return std::min_element(levels.begin(), levels.end(),
                            [](const auto& a, const auto& b) { return a.error < b.error; })
        ->formulas.front();
}

std::vector<Regression> SearchResult::all() const {
    std::vector<Regression> made;
    for (const auto& level : levels) {
        made.insert(made.end(), level.formulas.begin(), level.formulas.end());
    }
    return made;
}

SearchResult find_formulas(const SearchSpace& search) {
    constexpr std::size_t most_points = 512;
    constexpr std::size_t most_formulas = 100;
    const Data few = thinned(search.data, most_points);
    const SearchSpace small{few, search.names, search.parameters};
    SearchResult found{levels_in(small, most_formulas)};
    if (found.levels.empty()) {
        return found;
    }
    search.parameters.size() > 1 ? leave_fifths_out(found.levels, small)
                                 : leave_points_out(found.levels, few);
    for (auto& level : found.levels) {
        prefer_plain(level, few);
    }
    const auto as_good = simplest_as_good(found.levels, few.size());
    found.chosen = simplest_within_step(found.levels, as_good, few.step);
    found.plainer_by_step = found.chosen < as_good;
    for (auto& level : found.levels) {
        keep_claims(level.formulas);
        if (few.size() < search.data.size()) {
            std::vector<Terms> terms;
            for (const auto& formula : level.formulas) {
                terms.push_back(formula.terms);
                std::erase_if(terms.back(), [](const Term& term) { return term.is_constant(); });
            }
            level.formulas = fitted(search.data, terms);
        }
    }
    drop_empty_levels(found);
    if (search.data.size() >= enough_points) {
        drop_constant(found.levels[found.chosen].formulas, search.data);
    }
    return found;
}

} // namespace proxima::fit
