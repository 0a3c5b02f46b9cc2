#include "view/scatter.hpp"

#include <proxima/base/range.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace proxima::view {
namespace {

constexpr std::size_t columns = 96;
constexpr std::size_t rows = 64;
constexpr std::size_t curve_points = 48;
constexpr double wide = 30; // a range of this ratio is shown on a logarithmic axis

// The value of one parameter in a point or an observation.
struct Coordinate {
    std::size_t index = 0;
    bool is_category = false;

    template <typename Observed>
    double of(const Observed& observed) const {
        return is_category ? static_cast<double>(observed.in[index]) : observed.at[index];
    }
};

// Makes an axis with room at both ends, so that points there are not cut.
Axis axis(double min, double max, std::size_t cells) {
    constexpr double room = 0.03;
    Axis made{min, max, min > 0 && max / min >= wide, cells};
    if (made.is_logarithmic) {
        const double factor = std::pow(max / min, room);
        made.min /= factor;
        made.max *= factor;
    } else {
        const double around = max > min ? room * (max - min) : min == 0 ? 1 : std::fabs(min) / 2;
        made.min -= around;
        made.max += around;
    }
    return made;
}

// Lets a linear axis of times begin at 0, so that growth is visible.
Axis time_axis(double min, double max) {
    auto made = axis(min, max, rows);
    made.min = made.is_logarithmic || min < 0 ? made.min : 0;
    return made;
}

Axis category_axis(std::size_t values) {
    return {-0.5, static_cast<double>(values) - 0.5, false, values};
}

std::size_t cell_of(const Axis& axis, double value) {
    const double share = axis.is_logarithmic
                             ? std::log(value / axis.min) / std::log(axis.max / axis.min)
                             : (value - axis.min) / (axis.max - axis.min);
    const auto cells = static_cast<double>(axis.cells);
    return static_cast<std::size_t>(std::clamp(share * cells, 0.0, cells - 1));
}

// A point to evaluate a model at: values of its inputs, and how many invocations had them.
struct Question {
    std::vector<double> inputs;
    double weight = 1;
};

// Questions by the value of the shown parameter.
using Questions = std::map<double, std::vector<Question>>;

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

// Questions to a model of this parameter alone: spread over its domain.
Questions along_the_domain(const base::Range& whole, const Axis& x) {
    const base::Range domain{std::max(whole.min, x.min), std::min(whole.max, x.max)};
    Questions questions;
    for (std::size_t i = 0; i <= curve_points; ++i) {
        const double share = static_cast<double>(i) / curve_points;
        const double at = x.is_logarithmic && domain.min > 0
                              ? domain.min * std::pow(domain.max / domain.min, share)
                              : domain.min + share * (domain.max - domain.min);
        questions[at] = {{{at}, 1}};
    }
    return questions;
}

// Questions to a model of several parameters: at the measured points.
Questions at_points(const gather::Measurements& measured, const fit::Model& fitted,
                    const std::string& parameter, const Axis& x) {
    const auto shown = index_of(measured.parameters, parameter);
    Questions questions;
    if (shown == measured.parameters.size()) {
        return questions;
    }
    for (const auto& point : measured.points) {
        Question question{{}, static_cast<double>(point.count)};
        for (const auto& input : fitted.inputs) {
            question.inputs.push_back(point.at[index_of(measured.parameters, input.parameter)]);
        }
        if (point.count > 0 && point.at[shown] >= x.min && point.at[shown] <= x.max) {
            questions[point.at[shown]].push_back(std::move(question));
        }
    }
    return questions;
}

Curve curve_of(const fit::Model& fitted, const Questions& questions, double level) {
    Curve curve;
    for (const auto& [x, asked] : questions) {
        double sum = 0;
        double weights = 0;
        std::optional<base::Range> band;
        for (const auto& question : asked) {
            sum += question.weight * fitted.mean(question.inputs);
            weights += question.weight;
            if (const auto here = fit::prediction_interval(fitted, question.inputs, level)) {
                band = band ? base::Range{std::min(band->min, here->min),
                                          std::max(band->max, here->max)}
                            : *here;
            }
        }
        if (!std::isfinite(sum) || !band || !std::isfinite(band->min) ||
            !std::isfinite(band->max)) {
            continue;
        }
        curve.x.push_back(x);
        curve.mean.push_back(sum / weights);
        curve.low.push_back(band->min);
        curve.high.push_back(band->max);
    }
    return curve;
}

std::vector<Curve> curves_of(const FittedMethod& method, const Scatter& scatter, double level) {
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < method.fits.size(); ++i) {
        const auto& outcome = method.fits[i].outcome;
        if (!outcome.model) {
            continue;
        }
        const auto& inputs = outcome.model->inputs;
        const bool is_alone = inputs.size() == 1 && inputs.front().domain &&
                              inputs.front().parameter == scatter.parameter;
        const auto questions = is_alone ? along_the_domain(*inputs.front().domain, scatter.x)
                                        : at_points(outcome.measurements, *outcome.model,
                                                    scatter.parameter, scatter.x);
        auto curve = curve_of(*outcome.model, questions, level);
        curve.fit = i;
        if (!curve.x.empty()) {
            curves.push_back(std::move(curve));
        }
    }
    return curves;
}

std::vector<Cell> cells_of(const gather::Measurements& measured, const Coordinate& coordinate,
                           const Scatter& scatter) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
    for (const auto& one : measured.sample) {
        ++counts[{cell_of(scatter.x, coordinate.of(one)), cell_of(scatter.y, one.value)}];
    }
    std::vector<Cell> cells;
    cells.reserve(counts.size());
    for (const auto& [where, count] : counts) {
        cells.push_back({where.first, where.second, count});
    }
    return cells;
}

// A scatter over one parameter; unset if the parameter did not vary.
std::optional<Scatter> scatter_of(const FittedMethod& method, const Coordinate& coordinate,
                                  double level) {
    const auto& measured = method.measurements;
    const auto by_x = [&](const auto& left, const auto& right) {
        return coordinate.of(left) < coordinate.of(right);
    };
    const auto by_y = [](const auto& left, const auto& right) { return left.value < right.value; };
    const auto& sample = measured.sample;
    const auto [left, right] = std::minmax_element(sample.begin(), sample.end(), by_x);
    const auto [bottom, top] = std::minmax_element(sample.begin(), sample.end(), by_y);
    if (left == sample.end() || !(coordinate.of(*left) < coordinate.of(*right))) {
        return std::nullopt;
    }
    Scatter scatter;
    scatter.y = time_axis(bottom->value, top->value);
    if (coordinate.is_category) {
        scatter.parameter = measured.discrete[coordinate.index].name;
        scatter.categories = measured.discrete[coordinate.index].values;
        scatter.x = category_axis(scatter.categories.size());
    } else {
        scatter.parameter = measured.parameters[coordinate.index];
        scatter.x = axis(coordinate.of(*left), coordinate.of(*right), columns);
        scatter.curves = curves_of(method, scatter, level);
    }
    scatter.cells = cells_of(measured, coordinate, scatter);
    return scatter;
}

} // namespace

std::vector<Scatter> scatters(const FittedMethod& method, double level) {
    std::vector<Scatter> made;
    const auto add = [&](const Coordinate& coordinate) {
        if (auto scatter = scatter_of(method, coordinate, level)) {
            made.push_back(std::move(*scatter));
        }
    };
    for (std::size_t i = 0; i < method.measurements.parameters.size(); ++i) {
        add({i, false});
    }
    for (std::size_t i = 0; i < method.measurements.discrete.size(); ++i) {
        add({i, true});
    }
    return made;
}

} // namespace proxima::view
