#include "division.hpp"

#include "data/data.hpp"
#include "model/notes.hpp"
#include "search/search.hpp"
#include "search/search_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace proxima::fit {
namespace {

// How much better models of the parts must be than one of all, in Akaike's criterion.
constexpr double worth_a_split = 10;
// And how far from the model of all they must be, relative, root mean square over the points.
constexpr double worth_telling_apart = 0.1;
constexpr std::size_t most_parts = 32;

std::optional<Regression> formula_of(const gather::Measurements& measurements) {
    const Data data = data_of(measurements);
    const auto found = find_formulas(search_in(data, measurements));
    return found.levels.empty() ? std::nullopt : std::optional(found.best());
}

// Akaike's criterion where points are known to this share; infinite where nothing fits.
double score_of(const gather::Measurements& measurements, const Regression& formula,
                double own_share) {
    auto terms = formula.terms;
    std::erase_if(terms, [](const Term& term) { return term.is_constant(); });
    const auto fitted = regress(data_of(measurements, own_share), terms);
    return fitted ? fitted->aicc : std::numeric_limits<double>::infinity();
}

// Of the formulas of parts from that of the whole, at the points.
struct Distance {
    double squares = 0;  // relative, summed over the points
    double furthest = 0; // of all

    void add(const gather::Measurements& part, const Regression& of_part, const Regression& whole) {
        for (const auto& point : part.points) {
            const double expected = predict(whole, point.at);
            const double distance = predict(of_part, point.at) - expected;
            squares += expected != 0 ? distance * distance / (expected * expected) : 0;
            furthest = std::max(furthest, std::fabs(distance));
        }
    }
};

// How much better models of the parts are, in Akaike's criterion; unset where some part carries no
// model, or where they agree.
std::optional<double> gain_by(const gather::Measurements& all, std::size_t parameter,
                              const Regression& whole) {
    struct Part {
        gather::Measurements measurements;
        Regression formula;
    };
    std::vector<Part> parts;
    double own_share = least_own_share;
    Distance distance;
    for (std::uint32_t value = 0; value < all.discrete[parameter].values.size(); ++value) {
        auto part = part_of(all, parameter, value);
        if (part.points.empty()) {
            continue;
        }
        auto formula = refusal_of(without_discrete(part)).empty() ? formula_of(part) : std::nullopt;
        if (!formula) {
            return std::nullopt;
        }
        own_share = std::max(own_share, own_share_of_points(part, *formula));
        distance.add(part, *formula, whole);
        parts.push_back({std::move(part), std::move(*formula)});
    }
    double gain = score_of(all, whole, own_share);
    for (const auto& [measurements, formula] : parts) {
        gain -= score_of(measurements, formula, own_share);
    }
    // The whole lies between its parts: to both sides there is half of what they differ by.
    const bool differ = std::sqrt(distance.squares / static_cast<double>(all.points.size())) >=
                            worth_telling_apart &&
                        2 * distance.furthest >= all.step;
    return gain >= worth_a_split && differ ? std::optional(gain) : std::nullopt;
}

} // namespace

std::optional<std::size_t> best_division(const gather::Measurements& all) {
    std::optional<std::size_t> best;
    const auto whole = all.discrete.empty() ? std::nullopt : formula_of(all);
    double most = 0;
    for (std::size_t i = 0; whole && i < all.discrete.size(); ++i) {
        const auto values = all.discrete[i].values.size();
        const auto gain =
            values >= 2 && values <= most_parts ? gain_by(all, i, *whole) : std::nullopt;
        if (gain && *gain > most) {
            best = i;
            most = *gain;
        }
    }
    return best;
}

} // namespace proxima::fit
