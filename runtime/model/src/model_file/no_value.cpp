#include "model_file/no_value.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

namespace proxima::model {
namespace {

class Line {
public:
    Line(const Model& model, const Expression& formula, std::vector<double> at, std::size_t input)
        : model_(model), formula_(formula), at_(std::move(at)), input_(input) {}

    /// Even steps, which meet whole numbers where there are few.
    std::optional<std::string> place() {
        const auto domain = *model_.inputs[input_].domain;
        const double width = domain.max - domain.min;
        const int steps = width >= 1 && width <= most_steps && width == std::floor(width)
                              ? static_cast<int>(width)
                              : most_steps;
        double x = domain.min;
        double before = value(x);
        for (int i = 0; i <= steps; ++i) {
            const double next = i == steps ? domain.max : domain.min + width * i / steps;
            const double now = value(next);
            if (!std::isfinite(now)) {
                return text(next);
            }
            if (const auto pole = pole_between(x, before, next, now)) {
                return text(*pole);
            }
            x = next;
            before = now;
        }
        return domain.contains(0) && !std::isfinite(value(0)) ? std::optional(text(0))
                                                              : std::nullopt;
    }

private:
    static constexpr int most_steps = 512;

    double value(double x) {
        at_[input_] = x;
        return formula_(at_);
    }

    /// Where the sign changes there is a zero or a pole: nearer to a pole the value grows.
    std::optional<double> pole_between(double low, double at_low, double high, double at_high) {
        if (!(at_low < 0) == !(at_high < 0)) {
            return std::nullopt;
        }
        constexpr int halvings = 60;
        constexpr double grown = 1e6;
        const double size = std::fabs(at_low) + std::fabs(at_high);
        for (int i = 0; i < halvings; ++i) {
            const double middle = low + (high - low) / 2;
            const double now = value(middle);
            if (!std::isfinite(now) || std::fabs(now) > grown * size) {
                return middle;
            }
            (!(now < 0) == !(at_low < 0) ? low : high) = middle;
        }
        return std::nullopt;
    }

    std::string text(double x) {
        at_[input_] = x;
        std::string all;
        for (std::size_t i = 0; i < at_.size(); ++i) {
            char number[32];
            std::snprintf(number, sizeof number, "%.6g", at_[i]);
            all += (all.empty() ? "" : ", ") + model_.inputs[i].name + " = " + number;
        }
        return all;
    }

    const Model& model_;
    const Expression& formula_;
    std::vector<double> at_;
    std::size_t input_;
};

} // namespace

std::optional<std::string> place_without_value(const Model& model, const Expression& formula) {
    for (const double share : {0.0, 0.5, 1.0}) {
        std::vector<double> at;
        for (const auto& input : model.inputs) {
            const auto domain = input.domain.value_or(Range{1, 1});
            at.push_back(domain.min + share * (domain.max - domain.min));
        }
        for (std::size_t i = 0; i < at.size(); ++i) {
            if (!model.inputs[i].domain || !formula.uses(model.inputs[i].name)) {
                continue;
            }
            if (auto place = Line(model, formula, at, i).place()) {
                return place;
            }
        }
    }
    return std::nullopt;
}

} // namespace proxima::model
