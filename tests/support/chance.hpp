// Random numbers that are the same with every standard library.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace proxima::test {

class Chance {
public:
    explicit Chance(std::uint64_t seed) : random_(seed) {}

    double even(double low = 0, double high = 1) {
        return low + (high - low) * (static_cast<double>(random_() >> 11U) / 9007199254740992.0);
    }
    double normal() {
        const double angle = 2 * std::numbers::pi * even();
        return std::sqrt(-2 * std::log(1 - even())) * std::cos(angle);
    }
    bool happens(double probability) { return even() < probability; }

private:
    std::mt19937_64 random_;
};

} // namespace proxima::test
