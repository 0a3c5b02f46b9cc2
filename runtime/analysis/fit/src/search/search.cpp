#include "search/search.hpp"

#include "search/candidates.hpp"
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

// Sorts by AICc, but puts the simplest of the likely formulas first: algorithms have n more often
// than n^(3/4) log2(n).
void sort_by_likelihood(std::vector<Regression>& formulas) {
    std::sort(formulas.begin(), formulas.end(), has_lower_aicc);
    const auto end = std::find_if(formulas.begin(), formulas.end(), [&](const auto& one) {
        return one.aicc > formulas.front().aicc + constants::likely_aicc;
    });
    const auto simplest = std::min_element(formulas.begin(), end, [](const auto& a, const auto& b) {
        return exponent_penalty(a) < exponent_penalty(b);
    });
    std::rotate(formulas.begin(), simplest, simplest + 1);
}

// Fits sums of terms, with a constant.
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
    level.error = std::max(mean, constants::least_squared_error);
    // Standard error of a weighted mean, assuming equal variances.
    const double variance = (errors.array() - level.error).square().matrix().dot(weights);
    const double effective_points = 1 / weights.squaredNorm();
    level.standard_error = effective_points > 1 ? std::sqrt(variance / (effective_points - 1)) : 0;
}

void drop_unlikely(std::vector<Regression>& formulas) {
    std::erase_if(formulas, [&](const auto& one) {
        return &one != &formulas.front() &&
               one.aicc > formulas.front().aicc + constants::unlikely_aicc;
    });
}

// The most likely formulas of each number of terms, at most `most_formulas` of each.
std::vector<Level> likely_formulas(const SearchSpace& search, std::size_t most_formulas) {
    auto sums = promising_sums(search);
    sums.insert(sums.begin(), {Terms{}});
    std::vector<Level> levels;
    const bool several = search.parameters.size() > 1;
    const auto replacement = several ? std::optional<SequentialReplacement>(search) : std::nullopt;
    for (auto& same_size : sums) {
        same_size.resize(std::min(same_size.size(), most_formulas));
        auto formulas = fitted(search.data, same_size);
        if (formulas.empty()) {
            continue;
        }
        sort_by_likelihood(formulas);
        if (replacement && formulas.front().term_count() > 0) {
            auto improved = formulas.front();
            replacement->improve(improved);
            if (has_lower_aicc(improved, formulas.front())) {
                formulas.insert(formulas.begin(), std::move(improved));
            }
        }
        levels.push_back({std::move(formulas)});
    }
    return levels;
}

// With one parameter: leaves out each point in turn and chooses again among all formulas.
void leave_points_out(std::vector<Level>& levels, const Data& data) {
    for (auto& level : levels) {
        set_error(level, leave_one_out_errors(level.formulas, data), data);
    }
}

// With several parameters: repeats the whole search without each fold of the points, because the
// best of thousands of sums fits noise.
void leave_folds_out(std::vector<Level>& levels, const SearchSpace& search) {
    const auto& data = search.data;
    const ErrorMeasure measure(data);
    std::vector<VectorXd> errors(levels.size(), VectorXd::Ones(data.mean.size()));
    for (std::size_t fold = 0; fold < constants::folds; ++fold) {
        std::vector<std::size_t> left_out;
        const auto others = without_fold(data, fold, constants::folds, left_out);
        const auto found = likely_formulas({others, search.names, search.parameters},
                                           constants::most_formulas_per_fold);
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

// Drops levels without formulas. A formula of some points need not have values at all points:
// log2(n) has none at 0.
void drop_empty_levels(SearchResult& found) {
    const auto is_empty = [](const Level& level) { return level.formulas.empty(); };
    while (found.chosen > 0 && is_empty(found.levels[found.chosen])) {
        --found.chosen;
    }
    const auto chosen = found.levels.begin() + static_cast<std::ptrdiff_t>(found.chosen);
    found.chosen -= static_cast<std::size_t>(std::count_if(found.levels.begin(), chosen, is_empty));
    std::erase_if(found.levels, is_empty);
}

// Refits the best formula without its constant, and prefers the result if its AICc is not higher.
// The formula with the constant stays as a competing model.
void drop_constant(std::vector<Regression>& formulas, const Data& data) {
    auto simpler = regress_without_constant(data, formulas.front());
    if (simpler && simpler->aicc <= formulas.front().aicc) {
        formulas.insert(formulas.begin(), std::move(*simpler));
    }
}

} // namespace

std::vector<Regression> SearchResult::all() const {
    std::vector<Regression> made;
    for (const auto& level : levels) {
        made.insert(made.end(), level.formulas.begin(), level.formulas.end());
    }
    return made;
}

SearchResult find_formulas(const SearchSpace& search) {
    const Data few = thinned(search.data, constants::most_searched_points);
    const SearchSpace small{few, search.names, search.parameters};
    SearchResult found{likely_formulas(small, constants::most_formulas)};
    if (found.levels.empty()) {
        return found;
    }
    search.parameters.size() > 1 ? leave_folds_out(found.levels, small)
                                 : leave_points_out(found.levels, few);
    const Regression* one_term = nullptr;
    for (auto& level : found.levels) {
        put_simplest_first(level, one_term, few);
        const bool has_one = !level.formulas.empty() && level.formulas.front().term_count() == 1;
        one_term = has_one ? &level.formulas.front() : one_term;
    }
    drop_empty_levels(found);
    const auto as_good = simplest_as_good(found.levels, few);
    found.chosen = simplest_within_clock_step(found.levels, as_good, few.clock_step);
    found.simplified_to_clock_step = found.chosen < as_good;
    for (auto& level : found.levels) {
        drop_unlikely(level.formulas);
        if (few.size() < search.data.size()) {
            std::vector<Terms> terms;
            for (const auto& formula : level.formulas) {
                terms.push_back(without_constant(formula.terms));
            }
            level.formulas = fitted(search.data, terms);
        }
    }
    drop_empty_levels(found);
    if (search.data.size() >= constants::points_for_standard_error) {
        drop_constant(found.levels[found.chosen].formulas, search.data);
    }
    return found;
}

bool choose_with(SearchResult& found, const std::set<std::size_t>& parameters, const Data& data) {
    const auto error_of = [&](const Regression& one) {
        return penalised_error(cross_validated_error(one, data), one, data.size());
    };
    const double own = cross_validated_error(found.best(), data);
    double least = std::numeric_limits<double>::infinity();
    std::optional<std::pair<std::size_t, std::size_t>> best;
    for (std::size_t i = 0; i < found.levels.size(); ++i) {
        const auto& formulas = found.levels[i].formulas;
        for (std::size_t j = 0; j < formulas.size(); ++j) {
            const auto used = parameters_of(formulas[j].terms);
            if (std::includes(used.begin(), used.end(), parameters.begin(), parameters.end()) &&
                cross_validated_error(formulas[j], data) < own && error_of(formulas[j]) < least) {
                least = error_of(formulas[j]);
                best = {i, j};
            }
        }
    }
    if (best) {
        found.chosen = best->first;
        const auto first = found.levels[found.chosen].formulas.begin();
        const auto chosen = first + static_cast<std::ptrdiff_t>(best->second);
        std::rotate(first, chosen, chosen + 1);
    }
    return best.has_value();
}

} // namespace proxima::fit
