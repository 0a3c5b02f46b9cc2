#include "point_statistics.hpp"

#include <proxima/gather/point_table.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>
#include <utility>

namespace proxima::gather {
namespace {

constexpr int mantissa_bits = 52;
constexpr int first_bits = 10; // kept when values are first merged

// Identifies a point by the bits of its parameters.
using Key = std::vector<std::uint64_t>;

constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15U;

// Finalizer of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31U);
}

// Mixes all bits, because rounded doubles differ only in their upper ones.
struct KeyHash {
    std::size_t operator()(const Key& key) const {
        std::uint64_t hash = 0;
        for (const auto word : key) {
            hash = mixed(hash ^ (word + golden_ratio));
        }
        return static_cast<std::size_t>(hash);
    }
};

// SplitMix64. Its state is small, because each table has one.
class Random {
public:
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    result_type operator()() { return mixed(state_ += golden_ratio); }

private:
    result_type state_ = 1;
};

// Returns the representative of all values with the same first `bits` of the mantissa.
double rounded(double value, int bits) {
    if (bits >= mantissa_bits) {
        return value == 0 ? 0 : value; // -0 is 0
    }
    const auto mask = ~((std::uint64_t{1} << (mantissa_bits - bits)) - 1);
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
}

} // namespace

struct PointBudget::State {
    std::uint64_t left;
    std::vector<PointTable::Table*> tables;

    void take(std::uint64_t bytes);
};

struct PointTable::Table {
    // The invocations with one key.
    struct Entry {
        Key key;
        std::vector<double> at_sums;
        std::vector<base::Histogram> metrics;
    };

    Table(std::size_t parameter_count, std::size_t discrete_count, std::size_t metric_count,
          PointBudget::State* shared)
        : parameters(parameter_count), discrete(discrete_count), metrics(metric_count),
          budget(shared), key(parameter_count + discrete_count), not_zero(metric_count, false) {
        if (budget != nullptr) {
            budget->tables.push_back(this);
        }
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    ~Table() {
        if (budget != nullptr) {
            budget->left += bytes();
            std::erase(budget->tables, this);
        }
    }

    // Points and sample as they are written, twice for each metric: with the models, too.
    std::uint64_t point_bytes() const {
        return 2 * metrics * (sizeof(Point) + 8 * (parameters + discrete));
    }
    std::uint64_t chosen_bytes() const {
        return 2 * metrics * (sizeof(SampledInvocation) + 8 * (parameters + discrete));
    }
    std::uint64_t bytes() const {
        return entries.size() * point_bytes() + chosen.size() * chosen_bytes();
    }

    void need(std::uint64_t more) {
        if (budget != nullptr) {
            budget->take(more);
        }
    }

    void give_back(std::uint64_t unused) {
        if (budget != nullptr) {
            budget->left += unused;
        }
    }

    // Gives up half of the points and of the sample. False if it cannot.
    bool shrink() {
        constexpr std::size_t least = 8;
        const auto before = bytes();
        if (!full && entries.size() > least) {
            most = std::max(entries.size() / 2, least);
            coarsen();
        }
        if (chosen.size() > least) {
            std::shuffle(chosen.begin(), chosen.end(), random);
            most_chosen = std::max(chosen.size() / 2, least);
            give_back((chosen.size() - most_chosen) * chosen_bytes());
            chosen.resize(most_chosen);
            chosen.shrink_to_fit();
        }
        return bytes() < before;
    }

    void make_key(std::span<const double> at, std::span<const std::uint32_t> in) {
        for (std::size_t i = 0; i < parameters; ++i) {
            key[i] = std::bit_cast<std::uint64_t>(rounded(at[i], bits));
        }
        std::copy(in.begin(), in.end(), key.begin() + static_cast<std::ptrdiff_t>(parameters));
    }

    // Finds or makes the entry with the key just made.
    Entry& entry() {
        const auto [found, made] = numbers.try_emplace(key, entries.size());
        if (made) {
            entries.push_back(
                {key, std::vector<double>(parameters, 0), std::vector<base::Histogram>(metrics)});
        }
        return entries[found->second];
    }

    void add(std::span<const double> at, std::span<const std::uint32_t> in,
             std::span<const double> values, const Origin& origin) {
        ++invocations;
        choose(at, in, values, origin);
        make_key(at, in);
        if (numbers.count(key) == 0) {
            if (full) {
                return; // bounds the memory even if there are many magnitudes
            }
            need(point_bytes());
            make_key(at, in); // this table may have shrunk
            give_back(numbers.count(key) == 0 ? 0 : point_bytes());
        }
        auto& here = entry();
        for (std::size_t i = 0; i < parameters; ++i) {
            here.at_sums[i] += at[i];
        }
        for (std::size_t i = 0; i < metrics; ++i) {
            here.metrics[i].add(values[i]);
            not_zero[i] = not_zero[i] || values[i] != 0;
        }
        if (entries.size() > most && !full) {
            coarsen();
        }
    }

    // Merges points until there are few enough.
    void coarsen() {
        const auto before = entries.size();
        while (entries.size() > most && bits > 0) {
            bits = bits >= mantissa_bits ? first_bits : bits - 1;
            const auto fine = std::exchange(entries, {});
            numbers.clear();
            for (const auto& one : fine) {
                take(one);
            }
        }
        full = entries.size() > most;
        give_back((before - entries.size()) * point_bytes());
    }

    void take(const Entry& fine) {
        key = fine.key;
        for (std::size_t i = 0; i < parameters; ++i) {
            key[i] =
                std::bit_cast<std::uint64_t>(rounded(std::bit_cast<double>(fine.key[i]), bits));
        }
        auto& here = entry();
        for (std::size_t i = 0; i < parameters; ++i) {
            here.at_sums[i] += fine.at_sums[i];
        }
        for (std::size_t i = 0; i < metrics; ++i) {
            here.metrics[i].merge(fine.metrics[i]);
        }
    }

    // Chooses a uniform sample by algorithm R (Vitter 1985).
    void choose(std::span<const double> at, std::span<const std::uint32_t> in,
                std::span<const double> values, const Origin& origin) {
        if (chosen.size() < most_chosen) {
            need(chosen_bytes());
        }
        std::size_t slot = chosen.size();
        if (slot < most_chosen) {
            chosen.emplace_back();
        } else if (slot = static_cast<std::size_t>(random() % invocations); slot >= most_chosen) {
            return;
        }
        chosen[slot].at.assign(at.begin(), at.end());
        chosen[slot].in.assign(in.begin(), in.end());
        chosen[slot].values.assign(values.begin(), values.end());
        chosen[slot].origin = origin;
    }

    std::vector<const base::Histogram*> of_metric(std::size_t metric) const {
        std::vector<const base::Histogram*> all;
        for (const auto& one : entries) {
            all.push_back(&one.metrics[metric]);
        }
        return all;
    }

    Point point_of(const Entry& one, std::size_t metric, double limit, double spread,
                   Statistic statistic) const {
        const auto& values = one.metrics[metric];
        Point point = point_of_values(values, limit, spread, statistic);
        for (std::size_t i = 0; i < parameters; ++i) {
            point.at.push_back(bits >= mantissa_bits
                                   ? std::bit_cast<double>(one.key[i])
                                   : one.at_sums[i] / static_cast<double>(values.count()));
        }
        for (std::size_t i = parameters; i < key.size(); ++i) {
            point.in.push_back(static_cast<std::uint32_t>(one.key[i]));
        }
        return point;
    }

    // An invocation of the sample.
    struct Chosen {
        std::vector<double> at;
        std::vector<std::uint32_t> in;
        std::vector<double> values;
        Origin origin;
    };

    std::size_t parameters;
    std::size_t discrete;
    std::size_t metrics;
    PointBudget::State* budget; // null: without a limit
    std::size_t most = most_points;
    std::size_t most_chosen = most_observations;
    int bits = mantissa_bits;
    bool full = false;
    std::uint64_t invocations = 0;
    Key key; // key of the invocation being added
    std::unordered_map<Key, std::size_t, KeyHash> numbers;
    std::vector<Entry> entries;
    std::vector<bool> not_zero;
    Random random;
    std::vector<Chosen> chosen;
};

void PointBudget::State::take(std::uint64_t bytes) {
    auto candidates = left < bytes ? tables : std::vector<PointTable::Table*>();
    while (left < bytes) {
        const auto largest = std::max_element(
            candidates.begin(), candidates.end(),
            [](const auto* one, const auto* other) { return one->bytes() < other->bytes(); });
        if (largest == candidates.end()) {
            throw Exceeded("its methods, call paths and parameters take many times more memory "
                           "than the file; choose some, with --method");
        }
        if (!(*largest)->shrink()) {
            candidates.erase(largest);
        }
    }
    left -= bytes;
}

PointBudget::PointBudget(std::uint64_t input_bytes) : state_(std::make_unique<State>()) {
    constexpr std::uint64_t least = 20'000'000;
    constexpr std::uint64_t times_the_input = 10; // others take the rest of twenty
    state_->left = least + times_the_input * input_bytes;
}

PointBudget::~PointBudget() = default;

void PointBudget::take(std::uint64_t bytes) {
    state_->take(bytes);
}

PointTable::PointTable(std::size_t parameters, std::size_t discrete, std::size_t metrics,
                       PointBudget* budget)
    : table_(std::make_unique<Table>(parameters, discrete, metrics,
                                     budget == nullptr ? nullptr : budget->state_.get())) {
}

PointTable::PointTable(PointTable&& other) noexcept = default;
PointTable& PointTable::operator=(PointTable&& other) noexcept = default;
PointTable::~PointTable() = default;

void PointTable::add(std::span<const double> at, std::span<const std::uint32_t> in,
                     std::span<const double> values, const Origin& origin) {
    table_->add(at, in, values, origin);
}

std::uint64_t PointTable::invocations() const {
    return table_->invocations;
}

bool PointTable::any(std::size_t metric) const {
    return table_->not_zero[metric];
}

void PointTable::write(std::size_t metric, Measurements& measurements, const Summary& how) const {
    auto& table = *table_;
    const double spread = pooled_spread(table.of_metric(metric));
    const auto limits =
        how.statistic == Statistic::automatic
            ? outlier_limits(table.of_metric(metric), spread, how.resolution)
            : std::vector<double>(table.entries.size(), std::numeric_limits<double>::infinity());
    measurements.statistic = how.statistic;
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        measurements.points.push_back(
            table.point_of(table.entries[i], metric, limits[i], spread, how.statistic));
    }
    for (const auto& one : table.chosen) {
        table.make_key(one.at, one.in);
        const auto point = table.numbers.find(table.key);
        const double value = one.values[metric];
        const bool outlier = point != table.numbers.end() && value > limits[point->second];
        measurements.sample.push_back({one.at, one.in, value, outlier, one.origin});
    }
}

} // namespace proxima::gather
