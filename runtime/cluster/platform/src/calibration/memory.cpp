#include "calibration/rounds.hpp"

#include <atomic>
#include <thread>

namespace proxima::platform {
namespace {

constexpr std::size_t words = std::size_t{1} << 23; // 64 MiB: more than caches hold
constexpr std::size_t line = 8;
constexpr std::size_t stride = 512 + line; // another page and another set of the cache

// Each addition depends on the previous one, so it takes a cycle. What is added is in a register:
// processors fold additions of constants.
double clock_rate() {
    constexpr std::uint64_t steps = 100'000'000;
    std::uint64_t sum = 0;
    std::uint64_t more = 3;
    const ProcessorTime watch;
    for (std::uint64_t i = 0; i < steps; i += 4) {
        for (int k = 0; k < 4; ++k) { // unrolled, so that the loop runs beside them
            sum += more;
            // Compilers would multiply otherwise. NOLINTNEXTLINE(hicpp-no-assembler)
            asm volatile("" : "+r"(sum), "+r"(more));
        }
    }
    return static_cast<double>(steps) / watch.seconds();
}

// Returns the seconds per addition when elements are `step` elements apart.
double seconds_per_add(const std::vector<double>& data, std::size_t step) {
    double sum = 0;
    std::size_t added = 0;
    const ProcessorTime watch;
    for (std::size_t begin = 0; begin < step && added < words / line; ++begin) {
        for (std::size_t at = begin * (step == 1 ? 1 : line) % step; at < words; at += step) {
            sum += data[at];
            ++added;
        }
    }
    const double seconds = watch.seconds();
    volatile double kept = sum;
    static_cast<void>(kept);
    return seconds / static_cast<double>(added);
}

// Returns the slowest time of `processors` that work at once, each on its own data.
double cycles(std::size_t processors, std::size_t step) {
    std::vector<double> seconds(processors);
    std::atomic<std::size_t> ready{0};
    const auto work = [&](std::size_t index) {
        const std::vector<double> data(words, 1.0);
        ++ready;
        while (ready < processors) {
            std::this_thread::yield();
        }
        seconds[index] = seconds_per_add(data, step);
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < processors; ++i) {
        others.emplace_back(work, i);
    }
    work(0);
    for (auto& other : others) {
        other.join();
    }
    return *std::max_element(seconds.begin(), seconds.end());
}

} // namespace

std::vector<Quantity> calibrate_memory() {
    std::vector<Quantity> made{measured("clock", "1/s", "dependent additions", clock_rate)};
    const double clock = made.front().value;
    for (const std::size_t processors : {1, 2}) {
        const auto text = std::to_string(processors);
        made.push_back(measured("beta_" + text, "cycles/flop",
                                "contiguous loads, busy processors: " + text,
                                [&] { return clock * cycles(processors, 1); }));
        made.push_back(measured("gamma_" + text, "cycles/flop",
                                "strided loads, busy processors: " + text,
                                [&] { return clock * cycles(processors, stride); }));
    }
    return made;
}

} // namespace proxima::platform
