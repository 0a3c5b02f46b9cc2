// Runs of a planted application whose calls, sizes and times grow with its level.
#pragma once

#include "record_file_builder.hpp"

#include <proxima/fit/fit.hpp>
#include <proxima/gather/gather.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::planted {

using namespace rundir::test;

// At level L: driver.go takes 1000 * 4^L ns itself, and calls solver.solve 10 * 2^L times with
// n = 6 * 2^L or 10 * 2^L, which takes 200 + 30 n ns.
inline double leveled_us(int level) {
    const double power = std::exp2(level);
    return (1000 * power * power + 10 * power * (200 + 30 * 8 * power)) / 1000;
}

class LeveledRuns {
public:
    std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }
    rundir::RunDirectory run(const std::string& name) const {
        return rundir::RunDirectory::open(path(name));
    }
    void write_file(const std::string& name, const std::string& text) const {
        directory_.write(name, text);
    }

    // Writes a run whose times are `slow` times as long.
    void write(const std::string& name, int level, const std::string& arguments,
               double slow = 1) const {
        directory_.write(name + "/run.json",
                         R"({"format": 1, "complete": true, "command": ["./app")" + arguments +
                             R"(],
 "host": "node17", "start": "2025-01-31T12:00:00Z", "end": "2025-01-31T12:00:01Z", "duration_us": 1e6,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000},
  "end": {"ticks": 1000001000, "monotonic_ns": 1000005000}},
 "methods": [], "records": 0, "losses": {"invocations": 0, "reasons": []}})");
        RecordFileBuilder file;
        file.thread(0).method("Go", "go", "int go()");
        file.method("Solver", "solve", "void solve(int)", {{0, "n", "int"}});
        file.node(0, 0, "driver").node(1, 1, "solver");
        const auto power = std::uint64_t{1} << static_cast<unsigned>(level);
        const auto ns = [&](std::uint64_t time) {
            return static_cast<std::uint64_t>(slow * static_cast<double>(time));
        };
        std::vector<TestInvocation> invocations;
        const std::uint64_t begin = clock_start + 1000;
        auto now = begin + ns(1000 * power * power);
        for (std::uint64_t i = 0; i < 10 * power; ++i) {
            const auto n = (i % 2 == 0 ? 6 : 10) * power;
            invocations.push_back({2, now, now + ns(200 + 30 * n), 0, {n}});
            now += ns(200 + 30 * n);
        }
        invocations.push_back({1, begin, now});
        directory_.write(name + "/records/0-0.rec", file.block(invocations).end().bytes());
    }
    void write(int level, double slow = 1) const {
        const auto number = std::to_string(level);
        write("run" + number, level, R"(, "--level", ")" + number + "\"", slow);
    }

    // Fits models to the runs at levels from 1 on.
    std::vector<fit::Model> fitted(int levels) const {
        std::vector<rundir::RunDirectory> runs;
        for (int level = 1; level <= levels; ++level) {
            runs.push_back(run("run" + std::to_string(level)));
        }
        return fit::models_of(
            fit::fit(gather::gather(runs, {}).measurements, {}, [](auto, auto) {}));
    }
    std::vector<fit::Model> models(int levels) const {
        for (int level = 1; level <= levels; ++level) {
            write(level);
        }
        return fitted(levels);
    }

private:
    TemporaryDirectory directory_;
};

} // namespace proxima::planted
