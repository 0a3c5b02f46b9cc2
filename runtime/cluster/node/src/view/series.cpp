#include <proxima/node/series.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::node {
namespace {

constexpr double sureness = 1.96; // standard deviations on each side of a 95 % interval
constexpr std::size_t least_gaps = 8;

} // namespace

std::optional<std::uint64_t> advance(std::uint64_t before, std::uint64_t now) {
    constexpr std::uint64_t wrap = std::uint64_t{1} << 32;
    if (now >= before) {
        return now - before;
    }
    if (before < wrap && before >= wrap / 2 && now < wrap / 2) {
        return now + wrap - before;
    }
    // The kernel estimates iowait, so its counter can go back a little.
    return before - now < before / 100 ? std::optional<std::uint64_t>(0) : std::nullopt;
}

void Series::add(double seconds, double clock_bound, std::uint64_t value) {
    const bool is_first = points_.empty();
    double here = static_cast<double>(value) * scale_;
    bool is_new = is_first;
    if (kind_ == MetricKind::counter) {
        const auto more = is_first ? std::optional<std::uint64_t>(0) : advance(last_raw_, value);
        wraps_ += more && *more > 0 && value < last_raw_ ? 1 : 0;
        resets_ += more ? 0 : 1;
        is_new = is_new || !more;
        here =
            (is_first ? 0 : points_.back().value) + static_cast<double>(more.value_or(0)) * scale_;
    }
    last_raw_ = value;
    if (!is_first) { // errors of the clock can reorder samples
        seconds = std::max(seconds, points_.back().seconds);
    }
    points_.push_back({seconds, clock_bound, here, is_new});
}

void Series::finish() {
    points_.shrink_to_fit();
    if (points_.size() < 2) {
        return;
    }
    std::vector<double> intervals;
    for (std::size_t i = 1; i < points_.size(); ++i) {
        intervals.push_back(points_[i].seconds - points_[i - 1].seconds);
    }
    const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
    std::nth_element(intervals.begin(), middle, intervals.end());
    typical_interval_ = *middle;
    measure_scatter();
}

// Measures the error of interpolation where no sample is missing.
void Series::measure_scatter() {
    const double dense = 1.5 * typical_interval_;
    std::vector<std::size_t> reach(points_.size(), 0); // number of dense intervals from here
    for (std::size_t i = points_.size() - 1; i-- > 0;) {
        const bool is_dense =
            !points_[i + 1].is_new && points_[i + 1].seconds - points_[i].seconds <= dense;
        reach[i] = is_dense ? reach[i + 1] + 1 : 0;
    }
    for (std::size_t size = 2; size < points_.size(); size *= 2) {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i + size < points_.size(); ++i) {
            if (reach[i] < size) {
                continue;
            }
            const auto& begin = points_[i];
            const auto& end = points_[i + size];
            const auto& inside = points_[i + size / 2];
            const double length = end.seconds - begin.seconds;
            const double share = length > 0 ? (inside.seconds - begin.seconds) / length : 0;
            const double error = inside.value - begin.value - share * (end.value - begin.value);
            sum += error * error;
            ++count;
        }
        if (count < least_gaps) {
            break;
        }
        scatter_.push_back(sum / static_cast<double>(count));
    }
}

// Variance of interpolation across a gap. Between and beyond the measured sizes it grows as a power
// of the gap: 1 if usage is noise, up to 4 if it is smooth.
double Series::variance(double gap_seconds, double share) const {
    if (share <= 0 || share >= 1) {
        return 0;
    }
    if (scatter_.empty() || typical_interval_ <= 0) {
        return std::numeric_limits<double>::infinity();
    }
    const double doublings = std::max(std::log2(gap_seconds / typical_interval_), 0.0);
    const auto last = scatter_.size() - 1;
    const auto left = static_cast<std::size_t>(
        std::clamp(std::floor(doublings) - 1, 0.0, static_cast<double>(last)));
    const auto base = last == 0 ? 0 : std::min(left, last - 1);
    double growth = 1;
    if (last > 0 && scatter_[base] > 0) {
        growth = std::clamp(std::log2(scatter_[base + 1] / scatter_[base]), 1.0, 4.0);
    }
    const double middle =
        scatter_[base] * std::exp2(growth * (doublings - 1 - static_cast<double>(base)));
    return middle * 4 * share * (1 - share);
}

double Series::gap(const Moment& moment) const {
    return points_[moment.after].seconds - points_[moment.before].seconds;
}

std::optional<Series::Moment> Series::moment(double seconds) const {
    if (points_.empty() || seconds < first() || seconds > last()) {
        return std::nullopt;
    }
    const auto after =
        std::lower_bound(points_.begin(), points_.end(), seconds,
                         [](const Point& point, double at) { return point.seconds < at; });
    Moment moment;
    moment.after = static_cast<std::size_t>(after - points_.begin());
    moment.before =
        after->seconds == seconds || moment.after == 0 ? moment.after : moment.after - 1;
    if (moment.before == moment.after) {
        moment.value = after->value;
        return moment;
    }
    if (points_[moment.after].is_new) {
        return std::nullopt;
    }
    const auto& from = points_[moment.before];
    const double length = gap(moment);
    moment.share = (seconds - from.seconds) / length;
    moment.slope = (after->value - from.value) / length;
    moment.value = from.value + moment.share * (after->value - from.value);
    return moment;
}

bool Series::is_one_piece(std::size_t from, std::size_t to) const {
    return std::none_of(points_.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                        points_.begin() + static_cast<std::ptrdiff_t>(std::max(to, from)) + 1,
                        [](const Point& point) { return point.is_new; });
}

std::optional<IntervalEstimate> Series::amount(double from, double to) const {
    const auto begin = moment(from);
    const auto end = moment(to);
    if (!begin || !end || to < from || !is_one_piece(begin->before, end->after)) {
        return std::nullopt;
    }
    const bool is_one_gap = begin->before == end->before && begin->after == end->after;
    const double spread =
        is_one_gap ? variance(gap(*begin), end->share - begin->share)
                   : variance(gap(*begin), begin->share) + variance(gap(*end), end->share);
    const double by_clock = begin->slope * points_[begin->before].clock_bound +
                            end->slope * points_[end->after].clock_bound;
    const double half = sureness * std::sqrt(spread) + by_clock;
    IntervalEstimate estimate{end->value - begin->value, 0, 0};
    // A counter only grows, so the samples inside and around the window bound the amount.
    const double least = points_[end->before].value - points_[begin->after].value - by_clock;
    const double most = points_[end->after].value - points_[begin->before].value + by_clock;
    estimate.low = std::max({estimate.value - half, least, 0.0});
    estimate.high = std::min(estimate.value + half, most);
    return estimate;
}

std::optional<IntervalEstimate> Series::level(double at) const {
    const auto here = moment(at);
    if (!here) {
        return std::nullopt;
    }
    const double ends = std::fabs(points_[here->after].value - points_[here->before].value);
    const double spread = variance(gap(*here), here->share);
    const double half = (std::isfinite(spread) ? sureness * std::sqrt(spread) : ends) +
                        std::fabs(here->slope) * points_[here->before].clock_bound;
    return IntervalEstimate{here->value, std::max(here->value - half, 0.0), here->value + half};
}

double Series::total() const {
    return points_.empty() ? 0 : points_.back().value - points_.front().value;
}

} // namespace proxima::node
