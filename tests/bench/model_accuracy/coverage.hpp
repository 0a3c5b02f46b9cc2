// Measures the coverage of the 90 % intervals of fitted models whose truth is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace proxima::bench {

// A method whose mean time is known.
struct Method {
    const char* name;
    std::size_t parameters;
    double (*time)(const std::vector<double>&);
    // Factor of the noise of an invocation.
    double (*noise)(const std::vector<double>&);
};

// Methods of one term, two terms, a constant, a product of two parameters, and a line whose noise
// grows faster than the line.
const std::vector<Method>& methods();

// Settings of a measurement.
struct Measuring {
    double noise = 0.05; // relative standard deviation; normal, or log-normal if large
    int repetitions = 5;
    int points = 8;         // at least; a square number with two parameters
    double interrupted = 0; // share of the calls that take 1 to 10 ms longer
};

// Shares of intervals that hold the true mean, a new invocation, and an invocation at four times
// the largest measured values.
struct Coverage {
    double mean = 0;
    double invocation = 0;
    double far = 0;
};

// Averages over `sets` sets of measurements.
Coverage coverage_of(const Method& method, const Measuring& measuring, int sets,
                     std::uint64_t seed = 1);

} // namespace proxima::bench
