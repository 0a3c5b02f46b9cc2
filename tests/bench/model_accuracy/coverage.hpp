// How often the 90 % intervals of fitted models hold what they should, where the truth is known.
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
    // What the noise of an invocation is multiplied by.
    double (*noise)(const std::vector<double>&);
};

// One term, two terms, a constant, a product of two parameters, and a line whose noise grows
// faster than it.
const std::vector<Method>& methods();

// How it is measured.
struct Measuring {
    double noise = 0.05; // standard deviation, relative; normal, or of what stays above 0
    int repetitions = 5;
    int points = 8;         // at least so many; with two parameters a square of them
    double interrupted = 0; // share of the calls that take 1 to 10 ms longer
};

// The shares of intervals that hold the true mean, a new invocation, and one at four times the
// largest values that were measured.
struct Coverage {
    double mean = 0;
    double invocation = 0;
    double far = 0;
};

// Over `sets` sets of measurements.
Coverage coverage_of(const Method& method, const Measuring& measuring, int sets,
                     std::uint64_t seed = 1);

} // namespace proxima::bench
