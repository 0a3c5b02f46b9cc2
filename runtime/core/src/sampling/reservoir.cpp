#include "sampling/reservoir.hpp"

#include <cmath>

namespace proxima::detail {

std::uint64_t SplitMix::next() noexcept {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
}

double SplitMix::uniform() noexcept {
    return static_cast<double>((next() >> 11U) + 1) * 0x1p-53;
}

Reservoir::Reservoir(std::uint32_t places, std::uint64_t seed) noexcept
    : places_(places), random_(seed) {
}

std::uint32_t Reservoir::choose() noexcept {
    const std::uint64_t chosen = next_;
    if (chosen < places_) {
        ++next_;
        return static_cast<std::uint32_t>(chosen - 1);
    }
    const auto place =
        static_cast<std::uint32_t>(chosen == places_ ? chosen - 1 : random_.next() % places_);
    skip();
    return place;
}

void Reservoir::skip() noexcept {
    constexpr double never = 0x1p62;
    weight_ *= std::exp(std::log(random_.uniform()) / places_);
    const double skipped = std::floor(std::log(random_.uniform()) / std::log1p(-weight_));
    next_ += (skipped < never ? static_cast<std::uint64_t>(skipped)
                              : static_cast<std::uint64_t>(never)) +
             1;
}

} // namespace proxima::detail
