#include "measurements/unusual.hpp"

#include "measurements/delays.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace proxima::model {
namespace {

constexpr std::uint64_t enough_values = 8;
constexpr double deviations = 10;
constexpr double least_deviation = 0.02;      // of the median
constexpr double normal_deviation = 1.4826;   // of the median distance from the median
constexpr std::uint64_t share_of_a_mode = 20; // one in so many

Kept without_outliers(const Distribution& values, double resolution) {
    Kept kept;
    const auto all = values.count();
    if (all < enough_values) {
        return kept;
    }
    kept.core = values.quantile(0.5);
    const double deviation = std::max({normal_deviation * values.median_distance(kept.core),
                                       least_deviation * std::fabs(kept.core), resolution});
    kept.low = kept.core - deviations * deviation;
    kept.high = kept.core + deviations * deviation;
    const auto outliers = all - values.within(kept.low, kept.high).count;
    return outliers > 1 && outliers * share_of_a_mode > all ? Kept{} : kept;
}

Kept without_delays(const Core& core, double resolution) {
    constexpr double above = 5; // scales of the core
    constexpr double least_scale = 0.001;
    Kept kept;
    kept.core = core.location;
    kept.delayed = true;
    const double size = std::fabs(core.location);
    kept.high = core.location + above * std::max({core.scale, least_scale * size, resolution});
    kept.low =
        core.location - deviations * std::max({core.scale, least_deviation * size, resolution});
    return kept;
}

/// Where nearly every invocation was interrupted, none says how long it takes by itself. How often
/// they are, the points with short invocations say.
class Hopeless {
public:
    Hopeless(const std::vector<const Distribution*>& points, std::vector<Kept>& kept)
        : points_(points), kept_(kept) {}

    void leave_out() {
        std::vector<std::size_t> by_core(points_.size());
        std::iota(by_core.begin(), by_core.end(), std::size_t{0});
        std::sort(by_core.begin(), by_core.end(),
                  [&](auto a, auto b) { return kept_[a].core < kept_[b].core; });
        for (const auto i : by_core) {
            const double expected = delays_ >= enough_delays ? std::exp(-rate() * core(i)) : 1;
            if (kept_[i].delayed && expected < 1 && expected * count(i) < enough_untouched) {
                kept_[i].high = -std::numeric_limits<double>::infinity();
            } else if (expected > trusted) {
                learn(i);
            }
        }
    }

private:
    static constexpr double enough_delays = 5;
    static constexpr double enough_untouched = 2.3; ///< one in ten times there is none of them
    static constexpr double trusted = 0.3;

    double core(std::size_t i) const { return std::max(kept_[i].core, 0.0); }
    double count(std::size_t i) const { return static_cast<double>(points_[i]->count()); }
    double rate() const { return rate_sum_ / time_; }

    void learn(std::size_t i) {
        const auto untouched =
            static_cast<double>(points_[i]->within(kept_[i].low, kept_[i].high).count);
        const double share = (untouched + 0.5) / (count(i) + 0.5);
        rate_sum_ -= count(i) * std::log(share);
        time_ += count(i) * core(i);
        delays_ += count(i) - untouched;
    }

    const std::vector<const Distribution*>& points_;
    std::vector<Kept>& kept_;
    double delays_ = 0;
    double rate_sum_ = 0;
    double time_ = 0;
};

} // namespace

std::vector<Kept> kept_values(const std::vector<const Distribution*>& points, double resolution,
                              Delays delays) {
    std::vector<Kept> kept;
    const auto cores = cores_if_delayed(points, resolution, delays);
    for (std::size_t i = 0; i < points.size(); ++i) {
        kept.push_back(!cores              ? without_outliers(*points[i], resolution)
                       : (*cores)[i].known ? without_delays((*cores)[i], resolution)
                                           : Kept{});
    }
    if (cores && delays == Delays::interruptions) {
        Hopeless(points, kept).leave_out();
    }
    return kept;
}

} // namespace proxima::model
