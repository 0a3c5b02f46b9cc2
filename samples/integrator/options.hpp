#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace integration {

struct Options {
    std::size_t points = 20'000;   // of the midpoint rule
    std::size_t samples = 250'000; // of Monte Carlo
    std::string generator = "ranlux";
    std::uint64_t seed = 2003;
    bool bare = false; // connect the components directly, without proxies
};

} // namespace integration
