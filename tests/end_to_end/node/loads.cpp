// Calls three measured components of known kind for random times: one computes, one reads a file
// past the cache, one sleeps. Usage: loads FILE SECONDS
#include "scenario/port.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <random>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t block = std::size_t{1} << 20;

bool before(Clock::time_point end) {
    return Clock::now() < end;
}

struct Reader {
    int file;
    void* bytes;

    bool read_from(off_t offset) const { return ::pread(file, bytes, block, offset) > 0; }

    void read_until(Clock::time_point end) const {
        for (off_t offset = 0; before(end); offset += static_cast<off_t>(block)) {
            if (!read_from(offset)) {
                offset = -static_cast<off_t>(block); // begin again
            }
        }
    }
};

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        return 2;
    }
    const auto in_milliseconds = [](int n) { return Clock::now() + std::chrono::milliseconds(n); };
    scenario::Function computing([&](int n) {
        volatile double sum = 0;
        for (const auto end = in_milliseconds(n); before(end);) {
            for (int i = 0; i < 1000; ++i) {
                sum = sum + i;
            }
        }
        return n;
    });
    const std::unique_ptr<void, decltype(&std::free)> bytes(std::aligned_alloc(4096, block),
                                                            &std::free);
    const Reader file{::open(arguments[1], O_RDONLY | O_DIRECT), bytes.get()};
    if (!file.read_from(0)) {
        std::perror(arguments[1]);
        return 3;
    }
    scenario::Function reading([&](int n) {
        file.read_until(in_milliseconds(n));
        return n;
    });
    scenario::Function sleeping([&](int n) {
        std::this_thread::sleep_until(in_milliseconds(n));
        return n;
    });
    proxima::Proxy<scenario::ScenarioPort> computer(computing, "computer");
    proxima::Proxy<scenario::ScenarioPort> reader(reading, "reader");
    proxima::Proxy<scenario::ScenarioPort> sleeper(sleeping, "sleeper");
    std::mt19937 random;
    std::exponential_distribution<double> length(1 / 200.0);
    const auto turn = [&] { return 20 + static_cast<int>(length(random)); };
    const auto all = [&](int) {
        const auto end = Clock::now() + std::chrono::seconds(std::atoi(arguments[2]));
        while (before(end)) {
            computer.call(turn());
            reader.call(turn());
            sleeper.call(turn());
        }
        return 0;
    };
    scenario::Function driving(all);
    proxima::Proxy<scenario::ScenarioPort> driver(driving, "driver");
    std::puts("ready");
    std::fflush(stdout);
    std::getchar(); // until the test samples
    driver.call(0);
    return 0;
}
