#include "fit/division.hpp"

#include "fit/data.hpp"
#include "fit/inputs.hpp"
#include "fit/refusal.hpp"
#include "measurements/few_values.hpp"

#include <cmath>

namespace proxima::model {
namespace {

/// How much better models of the parts must be than one of all, in Akaike's criterion.
constexpr double worth_a_split = 10;
/// And how far from the model of all they must be, relative, root mean square over the points.
constexpr double worth_telling_apart = 0.1;
constexpr std::size_t most_parts = 32;

/// What one model says of points that discrete parameters may tell apart.
std::optional<Regression> undivided(const Measurements& all) {
    const Data data = data_of(all);
    const auto found = find_formulas(search_in(data, all));
    return found.levels.empty() ? std::nullopt : std::optional(found.best());
}

/// The parameters of a part are those of all but for one number that all have lost.
double squared_distance(const Measurements& part, const Regression& of_part,
                        const Measurements& all_of_part, const Regression& whole) {
    double sum = 0;
    for (std::size_t i = 0; i < part.points.size(); ++i) {
        const double expected = predict(whole, all_of_part.points[i].at);
        const double distance = predict(of_part, part.points[i].at) - expected;
        sum += expected != 0 ? distance * distance / (expected * expected) : 0;
    }
    return sum;
}

/// The points of `all` whose discrete parameter in `divided` has this value, in their order.
Measurements same_points(const Measurements& all, const Measurements& divided,
                         std::size_t parameter, std::uint32_t value) {
    Measurements part = all;
    part.points.clear();
    for (std::size_t i = 0; i < all.points.size(); ++i) {
        if (divided.points[i].in[parameter] == value) {
            part.points.push_back(all.points[i]);
        }
    }
    return part;
}

/// Unset where some part carries no model, or where they are not worth telling apart.
std::optional<Division> division_by(const Measurements& all, Measurements divided,
                                    std::size_t parameter, const Regression& whole) {
    double score = 0;
    double squares = 0;
    double distance = 0;
    for (std::uint32_t value = 0; value < divided.discrete[parameter].values.size(); ++value) {
        const auto part = part_of(divided, parameter, value);
        if (part.points.empty()) {
            continue;
        }
        const auto best =
            refusal_of(without_discrete(part)).empty() ? undivided(part) : std::nullopt;
        if (!best) {
            return std::nullopt;
        }
        score += best->aicc;
        squares += best->squares;
        distance +=
            squared_distance(part, *best, same_points(all, divided, parameter, value), whole);
    }
    const double gain = whole.aicc - score;
    if (gain < worth_a_split ||
        std::sqrt(distance / static_cast<double>(all.points.size())) < worth_telling_apart) {
        return std::nullopt;
    }
    return Division{std::move(divided), parameter, gain, 1 - squares / whole.squares};
}

} // namespace

std::optional<Division> best_division(const Measurements& all) {
    std::optional<Division> best;
    const auto few_valued = numbers_with_few_values(all);
    if (all.discrete.empty() && few_valued.empty()) {
        return best;
    }
    const auto whole = undivided(all);
    const auto consider = [&](Measurements divided, std::size_t parameter) {
        const auto values = divided.discrete[parameter].values.size();
        if (!whole || values < 2 || values > most_parts) {
            return;
        }
        auto made = division_by(all, std::move(divided), parameter, *whole);
        if (made && (!best || made->gain > best->gain)) {
            best = std::move(made);
        }
    };
    for (std::size_t i = 0; i < all.discrete.size(); ++i) {
        consider(all, i);
    }
    for (const auto number : few_valued) {
        consider(with_discrete(all, number), all.discrete.size());
    }
    return best;
}

} // namespace proxima::model
