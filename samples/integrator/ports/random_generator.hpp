#pragma once

namespace integration {

// A stream of random numbers. The same seed gives the same stream on every machine.
class RandomGenerator {
public:
    RandomGenerator() = default;
    RandomGenerator(const RandomGenerator&) = delete;
    RandomGenerator& operator=(const RandomGenerator&) = delete;
    virtual ~RandomGenerator() = default;

    // The next number, uniform in [0, 1).
    virtual double next() = 0;
};

} // namespace integration
