#include "records/clock_map.hpp"

namespace proxima::rundir {

ClockMap ClockMap::between(const ClockPair& first, const ClockPair& second, double ticks_per_second,
                           std::uint64_t start_ticks) {
    constexpr double telling_ns = 1e7;
    // As floating point, because the pairs of a corrupt file may be any distance apart.
    const double ns =
        static_cast<double>(second.monotonic_ns) - static_cast<double>(first.monotonic_ns);
    if (second.ticks <= first.ticks || ns < telling_ns) {
        return {1e9 / ticks_per_second, start_ticks};
    }
    return {ns / static_cast<double>(second.ticks - first.ticks), start_ticks};
}

} // namespace proxima::rundir
