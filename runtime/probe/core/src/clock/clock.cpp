#include "clock/clock.hpp"

#include "clock/step.hpp"

#include <proxima/detail/ticks.hpp>

#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace proxima::detail {
namespace {

std::int64_t nanoseconds(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

#if defined(__x86_64__)

bool counter_is_invariant() noexcept {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned invariant = 1U << 8U;
    return __get_cpuid(0x80000007U, &a, &b, &c, &d) != 0 && (d & invariant) != 0;
}

// The kernel removes "tsc" from the list if the counters of the processors disagree. It may prefer
// the clock of a hypervisor, but that uses the counter, too.
bool kernel_distrusts_counter() {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/available_clocksource");
    std::string list;
    if (!std::getline(file, list)) {
        return false;
    }
    std::istringstream names(list);
    for (std::string name; names >> name;) {
        if (name == "tsc") {
            return false;
        }
    }
    return true;
}

bool counter_is_good() {
    return counter_is_invariant() && !kernel_distrusts_counter();
}

constexpr bool counter_exists = true;
constexpr const char* counter_name = "tsc";

#elif defined(__aarch64__)

// The architecture promises a constant rate.
bool counter_is_good() {
    return true;
}

constexpr bool counter_exists = true;
constexpr const char* counter_name = "cntvct";

#else

bool counter_is_good() {
    return false;
}

constexpr bool counter_exists = false;
constexpr const char* counter_name = "none";

#endif

bool choose_counter(ClockChoice choice) {
    return choice == ClockChoice::automatic ? counter_is_good()
                                            : choice == ClockChoice::counter && counter_exists;
}

double frequency(const ClockPair& from, const ClockPair& to) noexcept {
    return static_cast<double>(to.ticks - from.ticks) * 1e9 /
           static_cast<double>(to.monotonic_ns - from.monotonic_ns);
}

std::uint64_t step(const Clock& clock) noexcept {
    ClockAdvances advances{};
    std::uint64_t before = clock.now();
    for (std::uint64_t& advance : advances) {
        const std::uint64_t now = clock.now();
        advance = now - before;
        before = now;
    }
    return step_of(advances);
}

} // namespace

std::int64_t monotonic_nanoseconds() noexcept {
    return nanoseconds(CLOCK_MONOTONIC);
}

Clock::Clock(ClockChoice choice) {
    is_counter_ = choose_counter(choice);
    start_ = pair();
    if (is_counter_) {
        constexpr std::int64_t estimate_for = 1'000'000;
        while (monotonic_nanoseconds() - start_.monotonic_ns < estimate_for) {
        }
        ticks_per_second_ = frequency(start_, pair());
    }
    step_ticks_ = step(*this);
}

const char* Clock::name() const noexcept {
    return is_counter_ ? counter_name : "monotonic";
}

std::uint64_t Clock::now() const noexcept {
    return is_counter_ ? counter() : static_cast<std::uint64_t>(monotonic_nanoseconds());
}

// Takes the reading of the system's clock with the shortest bracket of counter readings, and that
// of the time of day with the shortest bracket of the system's clock: a thread may lose its
// processor between any two of them.
ClockPair Clock::pair() const noexcept {
    constexpr int attempts = 5;
    ClockPair best;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const std::uint64_t before = now();
        const std::int64_t monotonic = monotonic_nanoseconds();
        const std::uint64_t bracket = now() - before;
        if (bracket < least) {
            least = bracket;
            const auto same = static_cast<std::uint64_t>(monotonic);
            best = {is_counter_ ? before + bracket / 2 : same, monotonic, 0};
        }
    }
    std::int64_t least_ns = std::numeric_limits<std::int64_t>::max();
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const std::int64_t before = monotonic_nanoseconds();
        const std::int64_t realtime = nanoseconds(CLOCK_REALTIME);
        const std::int64_t bracket = monotonic_nanoseconds() - before;
        if (bracket < least_ns) {
            least_ns = bracket;
            best.realtime_ns = realtime + best.monotonic_ns - (before + bracket / 2);
        }
    }
    return best;
}

void Clock::calibrate(const ClockPair& end) noexcept {
    constexpr std::int64_t worth_while = 2'000'000;
    if (is_counter_ && end.monotonic_ns - start_.monotonic_ns >= worth_while) {
        ticks_per_second_ = frequency(start_, end);
    }
}

} // namespace proxima::detail
