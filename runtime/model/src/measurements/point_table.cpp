#include "measurements/distribution.hpp"
#include "measurements/unusual.hpp"

#include <proxima/model/point_table.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <random>

namespace proxima::model {
namespace {

constexpr int mantissa_bits = 52;
constexpr int first_bits = 10; ///< when values are first taken together
constexpr std::uint32_t empty_slot = 0xFFFFFFFF;

/// The value that stands for all that agree in the first `bits` of the mantissa.
double rounded(double value, int bits) {
    if (bits >= mantissa_bits) {
        return value == 0 ? 0 : value; // -0 is 0
    }
    const auto mask = ~((std::uint64_t{1} << (mantissa_bits - bits)) - 1);
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
}

/// The finaliser of SplitMix64: doubles that were rounded differ in their upper bits only.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    hash ^= word + 0x9E3779B97F4A7C15U;
    hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31U);
}

/// Single values move a median or a minimum little, and shall not move what is said of its noise
/// either.
double robust_variance(const Distribution& values) {
    if (values.count() < 2) {
        return 0;
    }
    const auto count = static_cast<double>(values.count());
    const double deviation = values.robust_deviation();
    return deviation * deviation * count / (count - 1);
}

double location_of(const Distribution& values, const Moments& kept, Statistic statistic) {
    switch (statistic) {
    case Statistic::median:
        return values.quantile(0.5);
    case Statistic::minimum:
        return values.least();
    case Statistic::maximum:
        return values.most();
    default:
        return kept.mean;
    }
}

void sum_up(const Distribution& values, const Kept& kept, Statistic statistic, Point& point) {
    const auto moments = values.within(kept.low, kept.high);
    point.count = moments.count;
    point.outliers = values.count() - moments.count;
    point.mean = location_of(values, moments, statistic);
    point.too_many = kept.too_many;
    const bool of_all = statistic == Statistic::automatic || statistic == Statistic::mean;
    point.variance = of_all ? moments.variance() : robust_variance(values);
    if (kept.delayed) {
        const auto delayed = values.within(kept.core, std::numeric_limits<double>::infinity());
        const auto not_delayed = values.within(kept.core, kept.high);
        point.delayed = delayed.count - not_delayed.count;
        const auto sum = [&](const Moments& of) {
            return static_cast<double>(of.count) * (of.mean - kept.core);
        };
        point.delay = sum(delayed) - sum(not_delayed);
    }
}

} // namespace

struct PointTable::Table {
    Table(std::size_t parameter_count, std::size_t discrete_count, std::size_t metric_count,
          double least_difference)
        : resolution(least_difference), parameters(parameter_count), discrete(discrete_count),
          metrics(metric_count), key(parameter_count + discrete_count),
          slots(initial_slots, empty_slot), not_zero(metric_count, false) {}

    static constexpr std::size_t initial_slots = 256;

    std::size_t points() const { return sums.size() / metrics; }

    void make_key(std::span<const double> at, std::span<const std::uint32_t> in) {
        make_key(at, in, key);
    }

    void make_key(std::span<const double> at, std::span<const std::uint32_t> in,
                  std::vector<std::uint64_t>& made) const {
        for (std::size_t i = 0; i < parameters; ++i) {
            made[i] = std::bit_cast<std::uint64_t>(rounded(at[i], bits));
        }
        for (std::size_t i = 0; i < discrete; ++i) {
            made[parameters + i] = in[i];
        }
    }

    /// Unset if there was no room for it.
    std::optional<std::size_t> find_point(std::span<const double> at,
                                          std::span<const std::uint32_t> in) const {
        std::vector<std::uint64_t> wanted(key.size());
        make_key(at, in, wanted);
        const auto point = slots[slot_of(wanted.data())];
        return point == empty_slot ? std::nullopt : std::optional<std::size_t>(point);
    }

    std::size_t slot_of(const std::uint64_t* wanted) const {
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < key.size(); ++i) {
            hash = mixed(hash, wanted[i]);
        }
        auto slot = static_cast<std::size_t>(hash) & (slots.size() - 1);
        while (slots[slot] != empty_slot &&
               !std::equal(wanted, wanted + key.size(), keys.data() + slots[slot] * key.size())) {
            slot = (slot + 1) & (slots.size() - 1);
        }
        return slot;
    }

    /// The number of the point with the key just made.
    std::size_t point() {
        auto slot = slot_of(key.data());
        if (slots[slot] == empty_slot) {
            const auto made = points();
            keys.insert(keys.end(), key.begin(), key.end());
            at_sums.insert(at_sums.end(), parameters, 0);
            counts.push_back(0);
            sums.resize(sums.size() + metrics);
            slots[slot] = static_cast<std::uint32_t>(made);
            if (2 * points() > slots.size()) {
                grow();
            }
            return made;
        }
        return slots[slot];
    }

    void grow() {
        slots.assign(2 * slots.size(), empty_slot);
        for (std::size_t i = 0; i < points(); ++i) {
            slots[slot_of(keys.data() + i * key.size())] = static_cast<std::uint32_t>(i);
        }
    }

    /// Takes points together until there are few enough of them.
    void coarsen() {
        while (points() > most_points && bits > 0) {
            bits = bits >= mantissa_bits ? first_bits : bits - 1;
            Table coarse(parameters, discrete, metrics, resolution);
            coarse.bits = bits;
            for (std::size_t i = 0; i < points(); ++i) {
                coarse.take(*this, i);
            }
            keys = std::move(coarse.keys);
            at_sums = std::move(coarse.at_sums);
            counts = std::move(coarse.counts);
            sums = std::move(coarse.sums);
            slots = std::move(coarse.slots);
        }
        full = points() > most_points;
    }

    void take(const Table& from, std::size_t point_there) {
        std::vector<double> at(parameters);
        std::vector<std::uint32_t> in(discrete);
        const auto* words = from.keys.data() + point_there * key.size();
        for (std::size_t i = 0; i < parameters; ++i) {
            at[i] = std::bit_cast<double>(words[i]);
        }
        std::transform(words + parameters, words + key.size(), in.begin(),
                       [](auto word) { return static_cast<std::uint32_t>(word); });
        make_key(at, in);
        const auto here = point();
        counts[here] += from.counts[point_there];
        for (std::size_t i = 0; i < parameters; ++i) {
            at_sums[here * parameters + i] += from.at_sums[point_there * parameters + i];
        }
        for (std::size_t i = 0; i < metrics; ++i) {
            sums[here * metrics + i].merge(from.sums[point_there * metrics + i]);
        }
    }

    void add(std::span<const double> at, std::span<const std::uint32_t> in,
             std::span<const double> values) {
        ++invocations;
        choose(at, in, values);
        make_key(at, in);
        if (full && slots[slot_of(key.data())] == empty_slot) {
            return; // not even magnitudes are few: more would take memory without bound
        }
        const auto here = point();
        ++counts[here];
        for (std::size_t i = 0; i < parameters; ++i) {
            at_sums[here * parameters + i] += at[i];
        }
        for (std::size_t i = 0; i < metrics; ++i) {
            sums[here * metrics + i].add(values[i]);
            not_zero[i] = not_zero[i] || values[i] != 0;
        }
        if (points() > most_points && !full) {
            coarsen();
        }
    }

    /// Algorithm R: each invocation stays with the same probability.
    void choose(std::span<const double> at, std::span<const std::uint32_t> in,
                std::span<const double> values) {
        std::size_t place = chosen.size() / values.size();
        if (place >= most_observations) {
            place = static_cast<std::size_t>(random() % invocations);
            if (place >= most_observations) {
                return;
            }
        } else {
            chosen.resize(chosen.size() + metrics);
            chosen_at.resize(chosen_at.size() + parameters);
            chosen_in.resize(chosen_in.size() + discrete);
        }
        std::copy(values.begin(), values.end(), chosen.data() + place * metrics);
        std::copy(at.begin(), at.end(),
                  chosen_at.begin() + static_cast<std::ptrdiff_t>(place * parameters));
        std::copy(in.begin(), in.end(),
                  chosen_in.begin() + static_cast<std::ptrdiff_t>(place * discrete));
    }

    std::vector<const Distribution*> of_metric(std::size_t metric) const {
        std::vector<const Distribution*> all;
        for (std::size_t i = 0; i < points(); ++i) {
            all.push_back(&sums[i * metrics + metric]);
        }
        return all;
    }

    /// Where point number `i` lies; it has no sums yet.
    Point place_of(std::size_t i) const {
        Point point;
        const auto* words = keys.data() + i * key.size();
        for (std::size_t j = 0; j < parameters; ++j) {
            point.at.push_back(bits >= mantissa_bits
                                   ? std::bit_cast<double>(words[j])
                                   : at_sums[i * parameters + j] / static_cast<double>(counts[i]));
        }
        for (std::size_t j = parameters; j < key.size(); ++j) {
            point.in.push_back(static_cast<std::uint32_t>(words[j]));
        }
        return point;
    }

    Observation observation(std::size_t i, std::size_t metric) const {
        const auto* at = chosen_at.data() + i * parameters;
        const auto* in = chosen_in.data() + i * discrete;
        return {{at, at + parameters}, {in, in + discrete}, chosen[i * metrics + metric]};
    }

    double resolution;
    std::size_t parameters;
    std::size_t discrete;
    std::size_t metrics;
    int bits = mantissa_bits;
    bool full = false;
    std::uint64_t invocations = 0;

    std::vector<std::uint64_t> key;
    std::vector<std::uint32_t> slots; ///< numbers of points by the hash of their key
    std::vector<std::uint64_t> keys;  ///< of each point
    std::vector<double> at_sums;
    std::vector<std::uint64_t> counts;
    std::vector<Distribution> sums; ///< of each point and metric
    std::vector<bool> not_zero;

    std::mt19937_64 random{1};
    std::vector<double> chosen;
    std::vector<double> chosen_at;
    std::vector<std::uint32_t> chosen_in;
};

PointTable::PointTable(std::size_t parameters, std::size_t discrete, std::size_t metrics,
                       double resolution)
    : table_(std::make_unique<Table>(parameters, discrete, metrics, resolution)) {
}

PointTable::PointTable(PointTable&& other) noexcept = default;
PointTable& PointTable::operator=(PointTable&& other) noexcept = default;
PointTable::~PointTable() = default;

void PointTable::add(std::span<const double> at, std::span<const std::uint32_t> in,
                     std::span<const double> values) {
    table_->add(at, in, values);
}

std::uint64_t PointTable::invocations() const {
    return table_->invocations;
}

bool PointTable::any(std::size_t metric) const {
    return table_->not_zero[metric];
}

void PointTable::write(std::size_t metric, Measurements& measurements, const Summary& how) const {
    const auto& table = *table_;
    const auto kept = how.statistic == Statistic::automatic
                          ? kept_values(table.of_metric(metric), table.resolution, how.delays)
                          : std::vector<Kept>(table.points());
    measurements.statistic = how.statistic;
    for (std::size_t i = 0; i < table.points(); ++i) {
        Point point = table.place_of(i);
        sum_up(table.sums[i * table.metrics + metric], kept[i], how.statistic, point);
        measurements.points.push_back(std::move(point));
    }
    for (std::size_t i = 0; i < table.chosen.size() / table.metrics; ++i) {
        auto made = table.observation(i, metric);
        const auto point = table.find_point(made.at, made.in);
        made.outlier = point && !kept[*point].contains(made.value);
        measurements.sample.push_back(std::move(made));
    }
}

} // namespace proxima::model
