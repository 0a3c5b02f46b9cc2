// An even choice of a fixed number from a series of unknown length: each is as likely as any other
// to be among the chosen when the series ends. Algorithm L (Li 1994), whose work is per choice, not
// per element.
#pragma once

#include <cstdint>

namespace proxima::detail {

// Small, and good enough for choosing (Steele, Lea, Flood 2014).
class SplitMix {
public:
    explicit SplitMix(std::uint64_t seed = 0) noexcept : state_(seed) {}

    std::uint64_t next() noexcept;
    double uniform() noexcept; // above 0, up to 1

private:
    std::uint64_t state_;
};

class Reservoir {
public:
    Reservoir() = default;
    Reservoir(std::uint32_t places, std::uint64_t seed) noexcept;

    // The element that is chosen next, counted from 1.
    std::uint64_t next() const noexcept { return next_; }
    // Chooses that one. Returns the place that it takes from whatever had it, from 0.
    std::uint32_t choose() noexcept;

private:
    void skip() noexcept;

    std::uint32_t places_ = 0;
    std::uint64_t next_ = 1;
    double weight_ = 1;
    SplitMix random_;
};

} // namespace proxima::detail
