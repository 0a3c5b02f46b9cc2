#include "sketch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace proxima::measuring {

namespace {

constexpr int mantissa_bits = 52;
constexpr int bucket_bits = 6;

double middle_of(std::int32_t key) noexcept {
    const auto bits = static_cast<std::uint64_t>(std::abs(key)) << (mantissa_bits - bucket_bits);
    const std::uint64_t half = std::uint64_t{1} << (mantissa_bits - bucket_bits - 1);
    const std::uint64_t middle = bits + (key == 0 ? 0 : half);
    double value = 0;
    std::memcpy(&value, &middle, sizeof value);
    return key < 0 ? -value : value;
}

} // namespace

// The leading bits of a double are its power of two and the bucket within; zero, and what is too
// small to be a normal number, has key 0.
std::int32_t QuantileSketch::key_of(double value) noexcept {
    const double size = std::abs(value);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &size, sizeof bits);
    const auto key = static_cast<std::int32_t>(bits >> (mantissa_bits - bucket_bits));
    constexpr std::int32_t smallest_normal = 1 << bucket_bits;
    if (key < smallest_normal) {
        return 0;
    }
    return value < 0 ? -key : key;
}

QuantileSketch::Bucket& QuantileSketch::add(double value) {
    Bucket& bucket = buckets_[key_of(value)];
    ++bucket.count;
    ++count_;
    return bucket;
}

double QuantileSketch::quantile(double level) const noexcept {
    if (count_ == 0) {
        return 0;
    }
    const double share = std::clamp(level, 0.0, 1.0) * static_cast<double>(count_);
    const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share)));
    std::uint64_t below = 0;
    for (const auto& [key, bucket] : buckets_) {
        below += bucket.count;
        if (below >= rank) {
            return middle_of(key);
        }
    }
    return middle_of(buckets_.rbegin()->first);
}

} // namespace proxima::measuring
