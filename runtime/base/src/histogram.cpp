#include <proxima/base/histogram.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace proxima::base {

double Histogram::Bucket::reach() const {
    return values.count > 1 ? std::sqrt(3 * values.squares / static_cast<double>(values.count))
                            : 0.0;
}

// Turns the bits of a double into an integer of the same order; its upper bits number the bucket.
std::int64_t Histogram::number_of(double value) const {
    constexpr int sign = 63;
    auto bits = std::bit_cast<std::int64_t>(value + 0.0); // -0 is 0
    bits ^= (bits >> sign) & std::numeric_limits<std::int64_t>::max();
    return bits >> shift_;
}

void Histogram::find(std::int64_t number) {
    const auto at =
        std::lower_bound(buckets_.begin(), buckets_.end(), number,
                         [](const auto& bucket, auto wanted) { return bucket.number < wanted; });
    last_ = static_cast<std::size_t>(at - buckets_.begin());
    if (at == buckets_.end() || at->number != number) {
        buckets_.insert(at, Bucket{number, {}});
    }
}

void Histogram::coarsen() {
    while (buckets_.size() > most_buckets) {
        ++shift_;
        std::size_t kept = 0;
        for (Bucket bucket : buckets_) {
            bucket.number >>= 1;
            if (kept > 0 && buckets_[kept - 1].number == bucket.number) {
                buckets_[kept - 1].values.merge(bucket.values);
            } else {
                buckets_[kept++] = bucket;
            }
        }
        buckets_.resize(kept);
    }
    last_ = 0;
}

void Histogram::merge(const Histogram& more) {
    if (shift_ < more.shift_) {
        const Histogram mine = *this;
        *this = more;
        merge(mine);
        return;
    }
    for (const auto& bucket : more.buckets_) {
        find(bucket.number >> (shift_ - more.shift_));
        buckets_[last_].values.merge(bucket.values);
    }
    least_ = std::min(least_, more.least_);
    most_ = std::max(most_, more.most_);
    coarsen();
}

std::uint64_t Histogram::count() const {
    std::uint64_t count = 0;
    for (const auto& bucket : buckets_) {
        count += bucket.values.count;
    }
    return count;
}

double Histogram::quantile(double probability) const {
    const double place = probability * static_cast<double>(count() - 1);
    double before = 0;
    double previous = buckets_.front().values.mean;
    for (const auto& bucket : buckets_) {
        const auto last = static_cast<double>(bucket.values.count) - 1;
        const double first_value = bucket.values.mean - bucket.reach();
        if (place < before) { // between the last value of a bucket and the first of the next
            return previous + (place - before + 1) * (first_value - previous);
        }
        if (place <= before + last) {
            const double share = last > 0 ? (place - before) / last : 0.5;
            return bucket.values.mean + (2 * share - 1) * bucket.reach();
        }
        before += last + 1;
        previous = bucket.values.mean + bucket.reach();
    }
    return most_;
}

double Histogram::median_distance(double centre) const {
    std::vector<std::pair<double, std::uint64_t>> distances;
    for (const auto& bucket : buckets_) {
        // A bucket around the centre has values on both sides of it.
        const double distance = std::fabs(bucket.values.mean - centre);
        distances.emplace_back(std::max(distance, bucket.reach() / 2), bucket.values.count);
    }
    std::sort(distances.begin(), distances.end());
    const auto half = (count() + 1) / 2;
    std::uint64_t below = 0;
    for (const auto& [distance, values] : distances) {
        below += values;
        if (below >= half) {
            return distance;
        }
    }
    return 0;
}

Moments Histogram::within(double high) const {
    Moments sum;
    for (const auto& bucket : buckets_) {
        if (bucket.values.mean <= high) {
            sum.merge(bucket.values);
        }
    }
    return sum;
}

} // namespace proxima::base
