#pragma once

#include "random_generator.hpp"

#include <cstdint>
#include <random>

namespace integration {

// RANLUX at its highest luxury level: proven decorrelated, and therefore slow.
class Ranlux final : public RandomGenerator {
public:
    explicit Ranlux(std::uint64_t seed);
    double next() override;

private:
    std::ranlux48 engine_;
};

// The Mersenne Twister: fast, and good enough for an integral.
class MersenneTwister final : public RandomGenerator {
public:
    explicit MersenneTwister(std::uint64_t seed);
    double next() override;

private:
    std::mt19937_64 engine_;
};

} // namespace integration
