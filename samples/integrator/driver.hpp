#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace integration {

struct Options {
    std::size_t points = 20'000;   // points of the midpoint rule
    std::size_t samples = 250'000; // samples of Monte Carlo
    std::string generator = "ranlux";
    std::uint64_t seed = 2003;
    bool bare = false; // connect the components directly, without proxies
};

// Integrates every known function with both integrators and prints each result with its error.
// Returns true if every error is within the bound that theory gives.
bool run(const Options& options);

} // namespace integration
