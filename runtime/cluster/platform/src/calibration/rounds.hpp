// The parts of a calibration, and how a quantity is measured repeatedly.
#pragma once

#include <proxima/base/range.hpp>
#include <proxima/platform/documents.hpp>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace proxima::platform {

// Measures `clock`, the rate of a busy processor, and what a floating-point operation takes that
// loads its word from memory one after the other (`beta_1`), or with a stride of a page and a line
// (`gamma_1`); with two processors at it: `beta_2`, `gamma_2`.
std::vector<Quantity> calibrate_memory();

// Measures `disk_rate`, the rate of sequential reading, and `disk_access`, the wait for a random
// read of 4 KiB. Reads an unnamed scratch file of `bytes`, past the page cache. Leaves out the
// processor time of an access, because models count it with the rest of the processor. Throws
// base::Error.
std::vector<Quantity> calibrate_disk(const std::filesystem::path& directory, std::uint64_t bytes);

// Measures `net_rate`, that of the slower direction while the other is idle, and `net_latency`,
// half a round trip of one byte. Uses TCP to serve_calibration() at `peer`, `HOST:PORT`. Throws
// base::Error.
std::vector<Quantity> calibrate_network(const std::string& peer);

constexpr std::size_t rounds = 5;

class Stopwatch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Processor time of this thread, so that other processes do not count.
class ProcessorTime {
public:
    double seconds() const { return now() - start_; }

private:
    static double now() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    double start_ = now();
};

// Calls `measure` five times. Returns the median with the interval from the lowest to the highest.
template <class Measure>
Quantity measured(std::string name, std::string unit, std::string note, Measure measure) {
    std::vector<double> values;
    for (std::size_t i = 0; i < rounds; ++i) {
        values.push_back(measure());
    }
    std::sort(values.begin(), values.end());
    Quantity made;
    made.name = std::move(name);
    made.value = values[rounds / 2];
    made.unit = std::move(unit);
    made.interval = base::Range{values.front(), values.back()};
    made.note = std::move(note);
    return made;
}

} // namespace proxima::platform
