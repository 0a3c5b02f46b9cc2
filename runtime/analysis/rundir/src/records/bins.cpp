#include <proxima/format/column.hpp>
#include <proxima/rundir/bins.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace proxima::rundir {
namespace {

constexpr int bin_of_one = 64;         // real numbers from 1 to 2
constexpr int least_real_bin = 1;      // also holds smaller numbers
constexpr int greatest_real_bin = 126; // also holds larger numbers

bool is_whole(ParameterType type) {
    return type == ParameterType::integer || type == ParameterType::unsigned_integer;
}

// Returns the range of magnitudes in a bin of numbers, positive or negative.
BinRange magnitudes(ParameterType type, int bin) {
    const int size = std::abs(bin);
    if (size == 0) {
        return {};
    }
    if (is_whole(type)) {
        const double low = std::ldexp(1.0, size - 1);
        return {low, 2 * low - 1};
    }
    return {size <= least_real_bin ? 0 : std::ldexp(1.0, size - bin_of_one),
            size >= greatest_real_bin ? std::numeric_limits<double>::infinity()
                                      : std::ldexp(1.0, size + 1 - bin_of_one)};
}

std::string number_text(ParameterType type, int bin) {
    const BinRange range = magnitudes(type, bin);
    const auto text = [&](double number) {
        char digits[64];
        std::snprintf(digits, sizeof digits, is_whole(type) ? "%s%.0f" : "%s%.3g",
                      bin < 0 ? "-" : "", number);
        return std::string(digits);
    };
    if (range.low == range.high) {
        return text(range.low);
    }
    return std::isinf(range.high) ? text(range.low) + " and beyond"
                                  : text(range.low) + ".." + text(range.high);
}

} // namespace

Durations::Durations(const Sums& sums)
    : calls_(sums.calls),
      first_(sums.calls == 0 ? 0 : sums.total_ns / static_cast<double>(sums.calls)),
      squares_(sums.squares_ns2), min_(sums.min_ns), max_(sums.max_ns) {
}

void Durations::merge(const Durations& more) {
    if (more.calls_ == 0) {
        return;
    }
    if (calls_ == 0) {
        *this = more;
        return;
    }
    const double shift = more.first_ - first_;
    const auto n = static_cast<double>(more.calls_);
    squares_ += more.squares_ + 2 * shift * more.distance_ + n * shift * shift;
    distance_ += more.distance_ + n * shift;
    min_ = std::min(min_, more.min_);
    max_ = std::max(max_, more.max_);
    calls_ += more.calls_;
}

double Durations::mean_ns() const {
    return calls_ == 0 ? 0 : first_ + distance_ / static_cast<double>(calls_);
}

double Durations::squares_from_mean() const {
    return calls_ == 0
               ? 0
               : std::max(squares_ - distance_ * (distance_ / static_cast<double>(calls_)), 0.0);
}

double Durations::deviation_ns() const {
    return calls_ == 0 ? 0 : std::sqrt(squares_from_mean() / static_cast<double>(calls_));
}

double Durations::sum_of_squares_ns2() const {
    return squares_from_mean() + mean_ns() * total_ns();
}

double BinStatistics::variance_ns2() const {
    const auto estimated = static_cast<double>(untimed);
    const double timed = static_cast<double>(durations.calls()) - estimated;
    const double deviation = durations.deviation_ns();
    return timed > 0 ? deviation * deviation * estimated * (1 + estimated / timed) : 0;
}

int bin_of(const RecordedMethod& method, const Record& record) {
    const auto* parameter = method.first_parameter();
    if (parameter == nullptr) {
        return 0;
    }
    return record.is_missing(*parameter) ? format::other_values
                                         : format::bin_of(parameter->type, record.parameters[0]);
}

std::string bin_text(const RecordedParameter* parameter, int bin) {
    if (bin == format::other_values) {
        return "other";
    }
    if (parameter == nullptr || parameter->type == ParameterType::text) {
        return "any";
    }
    if (parameter->type == ParameterType::boolean) {
        return bin != 0 ? "true" : "false";
    }
    if (parameter->type == ParameterType::enumeration) {
        const auto* name = parameter->constant_name(bin);
        return name != nullptr ? *name : std::to_string(bin);
    }
    return number_text(parameter->type, bin);
}

std::optional<BinRange> bin_range(ParameterType type, int bin) {
    if ((type != ParameterType::real && !is_whole(type)) || bin == format::other_values) {
        return std::nullopt;
    }
    const BinRange range = magnitudes(type, bin);
    return bin >= 0 ? range : BinRange{-range.high, -range.low};
}

} // namespace proxima::rundir
