// What a thread that observes a thousand times a second costs the thread that is measured. Both
// ways alternate in slices of a run; compared is the processor time of neighbours per call, which
// other programs of the machine disturb less than time does. How often the thread had to wait (it
// gives the processor up by itself) is counted, too.
//
//     proxima_bench_observation [SECONDS [DIRECTORY]]
#include "port.hpp"

#include <proxima/control.hpp>
#include <proxima/online/observation.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Port = proxima::Proxy<scenario::ScenarioPort>;

constexpr int instances = 50;
constexpr std::chrono::milliseconds slice{40};

class Work final : public scenario::ScenarioPort {
public:
    explicit Work(int length) : length_(length) {}
    int call(int n) override {
        volatile int sum = n;
        for (int i = 0; i < length_; ++i) {
            sum = sum + i;
        }
        return sum;
    }
    void all(long, unsigned long, double, bool, scenario::Mode, const std::string&) override {}
    void nothing() noexcept override {}

private:
    int length_;
};

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
    double microseconds_each() const { return microseconds_ / static_cast<double>(observations_); }
    double per_second(double seconds) const { return static_cast<double>(observations_) / seconds; }

private:
    void run() {
        for (auto next = Clock::now(); !ends_; std::this_thread::sleep_until(next)) {
            next = std::max(next + std::chrono::milliseconds(1), Clock::now());
            if (on_) {
                const auto begin = Clock::now();
                observer_.observe();
                microseconds_ +=
                    std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
                ++observations_;
            }
        }
    }

    proxima::online::Observer observer_;
    std::atomic<bool> on_{false};
    std::atomic<bool> ends_{false};
    double microseconds_ = 0;
    std::uint64_t observations_ = 1;
    std::thread thread_;
};

double processor_nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

long waits() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

struct Slice {
    double processor = 0; // nanoseconds of each call
    double elapsed = 0;
};

Slice call_for_a_slice(std::vector<std::unique_ptr<Port>>& ports) {
    const double begin = processor_nanoseconds();
    const auto begin_elapsed = Clock::now();
    int calls = 0;
    while (Clock::now() - begin_elapsed < slice) {
        for (int i = 0; i < 20 * instances; ++i) {
            ports[static_cast<std::size_t>(i % instances)]->call(i);
        }
        calls += 20 * instances;
    }
    return {(processor_nanoseconds() - begin) / calls,
            std::chrono::duration<double, std::nano>(Clock::now() - begin_elapsed).count() / calls};
}

double quantile(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void compare(int length, double seconds) {
    Work work(length);
    std::vector<std::unique_ptr<Port>> ports;
    for (int i = 0; i < instances; ++i) {
        ports.push_back(std::make_unique<Port>(work, "of_length_" + std::to_string(length) + "_" +
                                                         std::to_string(i)));
    }
    Reader reader;
    std::mt19937 random(1);
    std::vector<double> alone;
    std::vector<double> processor;
    std::vector<double> elapsed;
    long waited[2] = {0, 0};
    double read_seconds = 0;
    call_for_a_slice(ports);
    const auto begin = Clock::now();
    while (Clock::now() - begin < std::chrono::duration<double>(seconds)) {
        const bool first = random() % 2 == 0;
        Slice slices[2];
        for (const bool on : {first, !first}) {
            reader.set(on);
            const long before = waits();
            const auto begin_slice = Clock::now();
            slices[on ? 1 : 0] = call_for_a_slice(ports);
            waited[on ? 1 : 0] += waits() - before;
            read_seconds +=
                on ? std::chrono::duration<double>(Clock::now() - begin_slice).count() : 0;
        }
        reader.set(false);
        alone.push_back(slices[0].processor);
        processor.push_back(100 * (slices[1].processor / slices[0].processor - 1));
        elapsed.push_back(100 * (slices[1].elapsed / slices[0].elapsed - 1));
    }
    const double error = (quantile(processor, 0.75) - quantile(processor, 0.25)) /
                         std::sqrt(static_cast<double>(processor.size()));
    std::printf("%9.0f ns %10.2f %% %8.2f %% %12.2f %% %8ld %8ld %10.0f %10.1f us\n",
                quantile(alone, 0.5), quantile(processor, 0.5), error, quantile(elapsed, 0.5),
                waited[0], waited[1], reader.per_second(read_seconds), reader.microseconds_each());
}

} // namespace

int main(int count, char** arguments) {
    const double seconds = count > 1 ? std::atof(arguments[1]) : 20;
    const std::filesystem::path run =
        std::filesystem::path(count > 2 ? arguments[2] : ".") / "proxima-run-observation";
    std::filesystem::remove_all(run);
    const char* const records = std::getenv("RECORDS");
    proxima::configure("quiet=on,records=" + std::string(records == nullptr ? "all" : records) +
                       ",output=" + run.string());
    std::printf("%12s %12s %10s %14s %17s %10s %13s\n", "a call takes", "with reader", "+-",
                "elapsed time", "waits without/with", "reads/s", "each");
    for (const int length : {0, 100, 1000, 10'000}) {
        compare(length, seconds);
    }
    proxima::finish();
    std::filesystem::remove_all(run);
    return EXIT_SUCCESS;
}
