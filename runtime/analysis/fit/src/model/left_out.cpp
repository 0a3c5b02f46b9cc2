#include "model/left_out.hpp"

#include <proxima/fit/expression.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace proxima::fit {
namespace {

// Rounds down to 1, 2 or 5 times a power of ten.
double rounded_down(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    const double digit = value / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

} // namespace

double left_out_share(const gather::Measurements& measured, const Regression& formula) {
    double total = 0;
    double described = 0;
    for (const auto& point : measured.points) {
        total += point.total;
        described += static_cast<double>(point.count + point.outliers) * predict(formula, point.at);
    }
    return total > 0 ? std::clamp(1 - described / total, 0.0, 1.0) : 0;
}

std::string tail_text(const gather::Measurements& measured, const Regression& formula) {
    double calls = 0;
    for (const auto& point : measured.points) {
        calls += static_cast<double>(point.count + point.outliers);
    }
    double all = 0;
    double far = 0;
    double count = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& one : measured.sample) {
        all += one.value;
        if (one.value > constants::tail_factor * predict(formula, one.at) && one.value > 0) {
            far += one.value;
            count += calls / static_cast<double>(measured.sample.size());
            least = std::min(least, one.value);
        }
    }
    if (count == 0) {
        return {};
    }
    char text[200];
    std::snprintf(text, sizeof text, "%s%.0f calls above %s%s take %.2g %% of the time",
                  calls > static_cast<double>(measured.sample.size()) ? "about " : "", count,
                  short_number(rounded_down(least)).c_str(),
                  measured.unit.empty() ? "" : (" " + measured.unit).c_str(), 100 * far / all);
    return text;
}

} // namespace proxima::fit
