#include "clock/clock_map.hpp"

namespace proxima::rundir {

double ns_per_tick(const ClockPair& first, const ClockPair& second, double ticks_per_second) {
    constexpr double telling_ns = 1e7;
    // As floating point, because the pairs of a corrupt file may be any distance apart.
    const double ns =
        static_cast<double>(second.monotonic_ns) - static_cast<double>(first.monotonic_ns);
    if (second.ticks <= first.ticks || ns < telling_ns) {
        return 1e9 / ticks_per_second;
    }
    return ns / static_cast<double>(second.ticks - first.ticks);
}

} // namespace proxima::rundir
