#include "reading_cost.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace proxima::measuring {

namespace {

// Long beside the clock's resolution.
constexpr int reads_in_round = 32;

double time_round(const Counters& counters) {
    using Clock = std::chrono::steady_clock;
    Reading reading{};
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < reads_in_round; ++i) {
        counters.read(reading);
    }
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
    return elapsed.count() / reads_in_round;
}

} // namespace

double reading_cost(const Counters& counters) {
    if (counters.count() == 1) {
        return 0;
    }
    counters.begin_thread();
    std::array<double, 33> rounds{};
    std::generate(rounds.begin(), rounds.end(), [&] { return time_round(counters); });
    counters.end_thread();
    const auto median = rounds.begin() + rounds.size() / 2;
    std::nth_element(rounds.begin(), median, rounds.end());
    return *median;
}

} // namespace proxima::measuring
