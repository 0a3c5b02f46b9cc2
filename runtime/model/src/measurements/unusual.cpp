#include "measurements/unusual.hpp"

#include "measurements/delays.hpp"
#include "measurements/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace proxima::model {
namespace {

constexpr double deviations = 10;
constexpr double least_deviation = 0.02; // of the core

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
    const auto cores = cores_if_delayed(points, resolution, delays);
    if (!cores) {
        return without_outliers(points, resolution);
    }
    std::vector<Kept> kept;
    for (const auto& core : *cores) {
        kept.push_back(core.known ? without_delays(core, resolution) : Kept{});
    }
    if (delays == Delays::interruptions) {
        Hopeless(points, kept).leave_out();
    }
    return kept;
}

} // namespace proxima::model
