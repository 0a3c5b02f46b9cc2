// Measures how much reading live values every millisecond slows the thread that is measured (bound:
// 0.5 %). The thread calls a port in pairs of slices, one with a reader and one without; the time
// of a call is compared within each pair. Records all calls, in a run directory that is removed
// again.
#include "flux_port.proxy.hpp"

#include <proxima/control.hpp>
#include <proxima/online/observation.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

constexpr int pairs = 200;
constexpr auto slice_length = std::chrono::milliseconds(50);
constexpr auto period = std::chrono::milliseconds(1); // time between readings

// Takes about a nanosecond for each addition.
class Work final : public bench::FluxPort {
    int compute(int additions) override {
        double sum = 0;
        for (int i = 0; i < additions; ++i) {
            sum += 1;
            asm volatile("" : "+x"(sum)); // none is left out
        }
        return static_cast<int>(sum);
    }
};

// Calls `read` every millisecond while it is switched on; sleeps otherwise, because waking up may
// interrupt the measured thread, too.
class Reader {
public:
    explicit Reader(std::function<void()> read) : thread_([this, read] { run(read); }) {}
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
        ends_ = true;
        switch_on(true);
        thread_.join();
    }

    void switch_on(bool on) {
        is_on_ = on;
        is_on_.notify_one();
    }
    int readings() const { return readings_; }

private:
    void run(const std::function<void()>& read) {
        for (auto next = Clock::now();; std::this_thread::sleep_until(next)) {
            is_on_.wait(false);
            if (ends_) {
                return;
            }
            read();
            ++readings_;
            next = std::max(next + period, Clock::now());
        }
    }

    std::atomic<bool> is_on_{false};
    std::atomic<bool> ends_{false};
    std::atomic<int> readings_{0};
    std::thread thread_; // begins when all else is there
};

double processor_nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Nanoseconds of a call.
struct Time {
    double processor;
    double wall; // also has what the thread waits
};

Time time_of_slice(bench::FluxPort& port, int additions) {
    const int between_looks = 100'000 / additions; // at the clock
    const double processor = processor_nanoseconds();
    const auto begin = Clock::now();
    auto end = begin;
    std::int64_t calls = 0;
    for (; end - begin < slice_length; end = Clock::now()) {
        for (int i = 0; i < between_looks; ++i) {
            port.compute(additions);
        }
        calls += between_looks;
    }
    const auto number = static_cast<double>(calls);
    return {(processor_nanoseconds() - processor) / number,
            Nanoseconds(end - begin).count() / number};
}

// The median, and the order statistics that enclose that of the population nine times of ten,
// whatever the distribution.
void print_median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto size = static_cast<double>(values.size());
    const auto rank = static_cast<std::size_t>((size + 1) / 2 - 1.645 * std::sqrt(size) / 2);
    std::printf("  %6.2f (%5.2f to %5.2f)", values[values.size() / 2], values[rank - 1],
                values[values.size() - rank]);
}

void print_cost(const char* name, const std::function<void()>& read, int additions) {
    Work work;
    proxima::Proxy<bench::FluxPort> port(work, "flux");
    Reader reader(read);
    time_of_slice(port, additions); // first calls
    std::vector<double> processor;
    std::vector<double> wall;
    double nanoseconds = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        Time time[2] = {}; // without reader, with it
        for (const int order : {0, 1}) {
            const int reads = (pair + order) % 2; // each comes first in turn
            reader.switch_on(reads == 1);
            time[reads] = time_of_slice(port, additions);
        }
        processor.push_back(100 * (time[1].processor / time[0].processor - 1));
        wall.push_back(100 * (time[1].wall / time[0].wall - 1));
        nanoseconds += time[0].processor / pairs;
    }
    const std::chrono::duration<double> read_for = pairs * slice_length;
    std::printf("%-20s %8.0f %8.0f", name, nanoseconds, reader.readings() / read_for.count());
    print_median(processor);
    print_median(wall);
    std::printf("\n");
}

} // namespace

int main() {
    const std::filesystem::path run = "proxima-run-observation";
    std::filesystem::remove_all(run);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    proxima::configure("quiet=on,output=" + run.string());
    proxima::online::Observer observer;
    std::printf("%d pairs of slices; median of what reading adds, and its 90 %% interval\n"
                "%-20s %8s %8s  %-24s  %s\n",
                pairs, "reader", "call, ns", "reads/s", "processor time, %", "wall time, %");
    for (const int additions : {50, 300, 3000}) {
        print_cost("wakes up, no more", [] {}, additions);
        print_cost("Observer::observe()", [&] { observer.observe(); }, additions);
        print_cost("observe()", [] { proxima::online::observe(); }, additions);
    }
    proxima::finish();
    std::filesystem::remove_all(run);
}
