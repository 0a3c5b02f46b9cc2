// The loop that every program of the comparison times: one region, begun and ended around a virtual
// call that does next to nothing.
#pragma once

#include <chrono>
#include <cstdio>

namespace comparison {

constexpr int rounds = 3;
constexpr int regions_in_round = 1'000'000;

// Calls `region(int)` and prints a line for each round: nanoseconds per region. Returns the
// program's exit status.
template <class Region>
int time_regions(Region region) {
    using Clock = std::chrono::steady_clock;
    unsigned sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const Clock::time_point begin = Clock::now();
        for (int n = 0; n < regions_in_round; ++n) {
            sum += static_cast<unsigned>(region(n));
        }
        const std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
        std::printf("%.3f\n", elapsed.count() / regions_in_round);
    }
    constexpr unsigned expected = rounds * (regions_in_round / 2U) * (regions_in_round + 1U);
    return sum == expected ? 0 : 1; // the call must have been made
}

} // namespace comparison
