// What a thread that observes a thousand times a second costs the thread that is measured.
//
//     proxima_bench_observation [SECONDS [DIRECTORY]]
//
// Slices with and without the reader alternate in random order. The table shows the median change
// of the processor time of a call from one slice to its neighbour, and how certain it is.
#include "port.hpp"

#include <proxima/control.hpp>
#include <proxima/online/observation.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Ports = std::deque<proxima::Proxy<scenario::ScenarioPort>>;

constexpr int instances = 50;
constexpr std::chrono::milliseconds slice{40};

/// Observes every millisecond while it is switched on.
class Reader {
public:
    Reader() : thread_([this] { run(); }) {}
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        ends_ = true;
        thread_.join();
    }
    void set(bool on) { on_ = on; }

private:
    void run() {
        for (auto next = Clock::now(); !ends_; std::this_thread::sleep_until(next)) {
            next = std::max(next + std::chrono::milliseconds(1), Clock::now());
            if (on_) {
                observer_.observe();
            }
        }
    }

    proxima::online::Observer observer_;
    std::atomic<bool> on_{false};
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

double processor_nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Processor time of a call, nanoseconds.
double call_for_a_slice(Ports& ports) {
    const double begin = processor_nanoseconds();
    int calls = 0;
    for (const auto end = Clock::now() + slice; Clock::now() < end;) {
        for (int i = 0; i < 20 * instances; ++i) {
            ports[static_cast<std::size_t>(i % instances)].call(i);
        }
        calls += 20 * instances;
    }
    return (processor_nanoseconds() - begin) / calls;
}

double quantile(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void compare(int length, double seconds) {
    scenario::Function work([length](int n) {
        volatile int sum = n;
        for (int i = 0; i < length; ++i) {
            sum = sum + i;
        }
        return sum;
    });
    Ports ports;
    for (int i = 0; i < instances; ++i) {
        ports.emplace_back(work, "of_" + std::to_string(length) + "_" + std::to_string(i));
    }
    Reader reader;
    std::mt19937 random(1);
    std::vector<double> alone;
    std::vector<double> changes; // percent
    call_for_a_slice(ports);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        const bool first = random() % 2 == 0;
        double taken[2] = {};
        for (const bool on : {first, !first}) {
            reader.set(on);
            taken[on ? 1 : 0] = call_for_a_slice(ports);
        }
        reader.set(false);
        alone.push_back(taken[0]);
        changes.push_back(100 * (taken[1] / taken[0] - 1));
    }
    const double error = (quantile(changes, 0.75) - quantile(changes, 0.25)) /
                         std::sqrt(static_cast<double>(changes.size()));
    std::printf("%9.0f ns %10.2f %% %8.2f %%\n", quantile(alone, 0.5), quantile(changes, 0.5),
                error);
}

} // namespace

int main(int count, char** arguments) {
    const double seconds = count > 1 ? std::atof(arguments[1]) : 20;
    const std::filesystem::path run =
        std::filesystem::path(count > 2 ? arguments[2] : ".") / "proxima-run-observation";
    std::filesystem::remove_all(run);
    proxima::configure("quiet=on,records=all,output=" + run.string());
    std::printf("%12s %12s %10s\n", "a call takes", "with reader", "+-");
    for (const int length : {0, 100, 1000, 10'000}) {
        compare(length, seconds);
    }
    proxima::finish();
    std::filesystem::remove_all(run);
    return EXIT_SUCCESS;
}
