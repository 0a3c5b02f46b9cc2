#include "fit/families.hpp"

#include "fit/data.hpp"
#include "fit/divided_work.hpp"
#include "fit/orthogonal_polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace proxima::model {
namespace {

/// Burnham and Anderson: models within this of the best have as good a claim.
constexpr double clearly_better = 2;

/// Share of the variance between the points.
constexpr double worth_a_formula = 0.05;

std::vector<double> distinct_values(const Data& data, std::size_t parameter) {
    std::set<double> values;
    for (const auto& at : data.at) {
        values.insert(at[parameter]);
    }
    return {values.begin(), values.end()};
}

/// exp() of a polynomial of `degree` in the logarithms, without the parameters that do not help.
std::optional<Regression> best_of_logarithms(const Search& search, int degree,
                                             const std::string& family) {
    std::vector<std::size_t> used;
    for (const auto parameter : search.parameters) {
        if (least_value(search.data, parameter) > 0) {
            used.push_back(parameter);
        }
    }
    const auto with = [&](const std::vector<std::size_t>& parameters) {
        Shape shape{family, {constant_feature()}, Link::logarithm, 0};
        for (const auto parameter : parameters) {
            for (int power = 1; power <= degree; ++power) {
                shape.features.push_back(log_feature(parameter, search.names[parameter], power));
            }
        }
        const bool fits = !parameters.empty() && shape.features.size() <= search.most_features();
        return fits ? regress(search.data, shape) : std::nullopt;
    };
    auto best = with(used);
    for (bool improved = true; improved && used.size() > 1;) {
        improved = false;
        for (std::size_t i = 0; i < used.size(); ++i) {
            auto fewer = used;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            auto other = with(fewer);
            if (other && (!best || search.score(*other) < search.score(*best))) {
                best = std::move(other);
                used = std::move(fewer);
                improved = true;
                break;
            }
        }
    }
    return best;
}

Feature below(std::size_t parameter, const std::string& name, double bound, bool is_below,
              int power) {
    const std::string condition =
        "(" + name + (is_below ? " < " : " >= ") + number_text(bound) + ")";
    return {power == 0 ? condition : condition + " * " + name,
            [=](std::span<const double> at) {
                const double x = at[parameter];
                return (x < bound) == is_below ? (power == 0 ? 1 : x) : 0.0;
            },
            {parameter}};
}

Shape with_kink(std::size_t parameter, const std::string& name, double bound) {
    Feature line{name, [=](std::span<const double> at) { return at[parameter]; }, {parameter}};
    Feature more{"max(0, " + name + " - " + number_text(bound) + ")",
                 [=](std::span<const double> at) { return std::max(0.0, at[parameter] - bound); },
                 {parameter}};
    return {"piecewise", {constant_feature(), line, more}, Link::identity, 1};
}

Shape with_jump(std::size_t parameter, const std::string& name, double bound) {
    Shape shape{"piecewise", {}, Link::identity, 1};
    for (const bool is_below : {true, false}) {
        for (const int power : {0, 1}) {
            shape.features.push_back(below(parameter, name, bound, is_below, power));
        }
    }
    return shape;
}

} // namespace

double Search::score(const Regression& regression) const {
    return criterion == FitCriterion::aicc
               ? regression.aicc
               : static_cast<double>(data.size()) *
                     std::log(std::max(regression.leave_one_out, 1e-30));
}

void keep_better(std::optional<Regression>& best, std::optional<Regression> other,
                 const Search& search) {
    if (other && (!best || search.score(*other) < search.score(*best))) {
        best = std::move(other);
    }
}

std::optional<Regression> best_constant(const Search& search) {
    return regress(search.data, {"constant", {constant_feature()}, Link::identity, 0});
}

std::optional<Regression> best_polynomial(const Search& search) {
    if (search.parameters.size() != 1) {
        return std::nullopt;
    }
    constexpr std::size_t most_coefficients = 5;
    const auto parameter = search.parameters.front();
    const auto values = distinct_values(search.data, parameter);
    std::optional<Regression> best;
    for (std::size_t coefficients = 3;
         coefficients <= std::min(search.most_features(), most_coefficients); ++coefficients) {
        const OrthogonalPolynomials basis(values, parameter, search.names[parameter], coefficients);
        if (auto made = regress(search.data, basis.shape())) {
            auto in_powers = basis.in_powers(std::move(*made));
            in_powers.cancellation =
                cancellation_of(in_powers, feature_values(search.data, in_powers.shape.features));
            keep_better(best, std::move(in_powers), search);
        }
    }
    return best;
}

std::optional<Regression> best_power_law(const Search& search) {
    return best_of_logarithms(search, 1, "power law");
}

std::optional<Regression> best_exponential(const Search& search) {
    return best_of_logarithms(search, 2, "exponential of logarithms");
}

std::optional<Regression> best_piecewise(const Search& search) {
    constexpr std::size_t fewest_points = 8;
    constexpr std::size_t fewest_on_a_side = 4;
    constexpr std::size_t most_bounds = 100;
    if (search.parameters.size() != 1) {
        return std::nullopt;
    }
    const auto parameter = search.parameters.front();
    const auto values = distinct_values(search.data, parameter);
    if (values.size() < fewest_points) {
        return std::nullopt;
    }
    const auto& name = search.names[parameter];
    const auto stride = std::max<std::size_t>(1, values.size() / most_bounds);
    std::optional<Regression> best;
    for (auto i = fewest_on_a_side; i + fewest_on_a_side <= values.size(); i += stride) {
        const double bound = (values[i - 1] + values[i]) / 2;
        keep_better(best, regress(search.data, with_kink(parameter, name, bound)), search);
        keep_better(best, regress(search.data, with_jump(parameter, name, bound)), search);
    }
    return best;
}

namespace {

/// All families on the points given, the best first.
std::vector<Regression> ranked(const Search& search, Families families) {
    std::vector<std::pair<double, Regression>> all;
    const auto enter = [&](std::optional<Regression> regression, double handicap) {
        if (regression) {
            const double score = search.score(*regression) + handicap;
            regression->handicap = handicap;
            all.emplace_back(score, std::move(*regression));
        }
    };
    enter(best_constant(search), 0);
    enter(best_term(search), 0);
    if (families == Families::all) {
        enter(best_sum_of_terms(search), search.parameters.size() > 1 ? 0 : clearly_better);
        enter(best_divided_work(search), 0);
        enter(best_divided_work_with_overhead(search), clearly_better);
        enter(best_polynomial(search), clearly_better);
        enter(best_power_law(search), clearly_better);
        enter(best_exponential(search), 2 * clearly_better);
        enter(best_piecewise(search), 2 * clearly_better);
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Regression> sorted;
    for (auto& [score, regression] : all) {
        sorted.push_back(std::move(regression));
    }
    return sorted;
}

} // namespace

std::vector<Regression> contenders(const Search& search, Families families) {
    constexpr std::size_t most_points = 1024;
    const Data few = thinned(search.data, most_points);
    auto found = ranked({few, search.names, search.parameters, search.criterion}, families);
    // With very many invocations the least ripple is certain, and still not worth a formula.
    if (!found.empty() && found.front().explained < worth_a_formula) {
        const auto constant = std::find_if(found.begin(), found.end(), [](const auto& regression) {
            return regression.shape.features.size() == 1;
        });
        std::rotate(found.begin(), constant == found.end() ? found.begin() : constant, found.end());
    }
    if (search.data.size() > most_points) {
        for (auto& regression : found) {
            if (auto of_all = regress(search.data, regression.shape)) {
                of_all->handicap = regression.handicap;
                regression = std::move(*of_all);
            }
        }
    }
    return found;
}

} // namespace proxima::model
