#include "clock_map.hpp"

namespace proxima::rundir {

ClockMap ClockMap::between(const ClockPair& first, const ClockPair& second, double ticks_per_second,
                           std::uint64_t start_ticks) {
    constexpr std::int64_t telling_ns = 10'000'000;
    if (second.ticks <= first.ticks || second.monotonic_ns - first.monotonic_ns < telling_ns) {
        return {1e9 / ticks_per_second, start_ticks};
    }
    const auto ns = static_cast<double>(second.monotonic_ns - first.monotonic_ns);
    return {ns / static_cast<double>(second.ticks - first.ticks), start_ticks};
}

} // namespace proxima::rundir
