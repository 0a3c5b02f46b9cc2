// Prints how often sensors fire on streams of windows that do not change, and how soon on streams
// that do. Compares with theory: the mean run length of this test (Siegmund 1985), and the least
// delay that any test with so few false alarms can have (Lorden 1971).
#include <proxima/online/cusum.hpp>
#include <proxima/online/watch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>

namespace {

using namespace proxima::online;

// Values of windows about 1.
struct Stream {
    const char* name;
    double deviation;
    std::function<double(std::mt19937_64&)> next;
};

Stream gaussian(const char* name, double deviation) {
    return {name, deviation,
            [normal = std::normal_distribution<double>(), deviation](auto& bits) mutable {
                return std::exp(deviation * normal(bits));
            }};
}

Stream skewed(const char* name, double deviation) {
    const double shape = 1 / (deviation * deviation);
    return {name, deviation,
            [gamma = std::gamma_distribution<double>(shape, 1 / shape)](auto& bits) mutable {
                return gamma(bits);
            }};
}

// A stream of which one window in a hundred takes three times as long.
Stream disturbed(const char* name, double deviation) {
    return {name, deviation,
            [normal = std::normal_distribution<double>(),
             chance = std::uniform_real_distribution<double>(), deviation](auto& bits) mutable {
                return std::exp(deviation * normal(bits)) * (chance(bits) < 0.01 ? 3 : 1);
            }};
}

void print_false_alarms(const char* line, double level, Stream stream) {
    constexpr int windows = 10'000'000;
    constexpr int windows_of_a_run = 100'000;
    static std::mt19937_64 bits(1); // goes on from stream to stream
    int found = 0;
    for (int run = 0; run < windows / windows_of_a_run; ++run) {
        Watch watch(parse_sensor(line, {}));
        for (int i = 0; i < windows_of_a_run; ++i) {
            found += watch.add(level * stream.next(bits)) ? 1 : 0;
        }
    }
    std::printf("%-34s %-28s %5.2f\n", line, stream.name, found * 1e6 / windows);
}

struct Detection {
    double windows = 0; // mean number from a shift to its detection
    int missed = 0;     // not found at all: what lasts becomes the usual
};

// `before` windows had no shift.
Detection detect(double shift, int before, Stream stream) {
    constexpr int runs = 1000;
    constexpr int most = 1000;
    std::mt19937_64 bits(1);
    Detection result;
    for (int run = 0; run < runs; ++run) {
        Watch watch(parse_sensor("a.b: drift", {}));
        for (int i = 0; i < before; ++i) {
            watch.add(stream.next(bits));
        }
        int windows = 1;
        while (!watch.add((1 + shift) * stream.next(bits)) && windows < most) {
            ++windows;
        }
        if (windows < most) {
            result.windows += windows;
        } else {
            ++result.missed;
        }
    }
    result.windows /= runs - result.missed;
    return result;
}

void print_detection(double deviation) {
    constexpr double change = 0.2;
    const double shift = std::min(std::log1p(change) / deviation, 3.0); // more counts as three
    const double reference = std::clamp(std::log1p(0.1) / deviation / 2, 0.25, 1.0);
    const double threshold = cusum_threshold(reference, Watch::default_false_alarms / 2);
    const double theory = cusum_run_length(threshold, reference, shift);
    const double least =
        -2 * std::log(Watch::default_false_alarms) / std::pow(std::log1p(change) / deviation, 2);
    std::printf("%8.0f %%", 100 * deviation);
    for (const int before : {50, 200, 1000}) {
        const Detection found = detect(change, before, gaussian("", deviation));
        std::printf(" %7.1f (%d)", found.windows, found.missed);
    }
    std::printf(" %8.1f %8.1f\n", theory, std::max(least, 1.0));
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::printf("false alarms in a million windows, of ten million (promised: 1)\n");
    for (const char* line : {"a.b: drift", "a.b: drift > 30 %"}) {
        for (const Stream& stream :
             {gaussian("normal, 1 %", 0.01), gaussian("normal, 5 %", 0.05),
              gaussian("normal, 20 %", 0.2), skewed("gamma, 5 %", 0.05), skewed("gamma, 20 %", 0.2),
              disturbed("5 %, 1 in 100 threefold", 0.05)}) {
            print_false_alarms(line, 1, stream);
        }
    }
    print_false_alarms("a.b: mean > 1.3 * expected", 1.3,
                       gaussian("normal, 5 %, at the limit", 0.05));
    print_false_alarms("a.b: mean > 1.3 * expected", 1.2, gaussian("normal, 20 %, below it", 0.2));
    std::printf("\nwindows until `drift` finds a shift of 20 %%; in parentheses how many of 1000 "
                "are not found\n"
                "deviation  after 50   after 200  after 1000   theory    least\n");
    for (const double deviation : {0.02, 0.05, 0.1, 0.2}) {
        print_detection(deviation);
    }
}
