#include "sample_run.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace proxima::cli::test {
namespace {

using namespace rundir::test;

const char* const run_json = R"({"format": 1, "proxima": "0.1.0", "complete": true,
 "command": ["./integrate", "--points", "2000"], "directory": "/home/me", "executable": "/home/me/integrate",
 "host": "node17", "pid": 4711, "start": "2025-01-31T12:00:00.123456Z", "end": "2025-01-31T12:00:02.5Z",
 "duration_us": 2500000.0, "machine": {"processor": "AMD EPYC", "processors": 2, "system": "Linux 6.1.0"},
 "clock": {"name": "tsc", "reason": "invariant", "ticks_per_second": 1e9, "resolution_ns": 10.0, "error_ppm": 0.2,
  "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
  "end": {"ticks": 2500001000, "monotonic_ns": 2500005000, "realtime_ns": 2500009000}},
 "mpi": {"size": 1, "rank": 0}, "configuration": {"text": "on"}, "threads": 2, "buffers": 2,
 "methods": [{}, {}, {}, {}, {}], "invocations": 4032, "records": 4032, "record_bytes": 23456,
 "losses": {"invocations": 12, "reasons": ["no space left on device"]},
 "cost_of_one_call_ns": {"recorded": 22.1, "aggregated": 20.3, "inside": 8.1}, "overhead_us": 123.4})";

const char* const unfinished_run_json =
    R"({"format": 1, "complete": false, "command": ["./integrate"],
 "host": "node17", "start": "2025-01-31T12:00:00.123456Z", "end": null, "duration_us": null,
 "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000}, "end": null},
 "methods": [], "records": 0, "losses": {"invocations": 0, "reasons": []}})";

std::uint64_t real(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

enum Node : std::uint32_t {
    go = 1,
    monte_carlo,
    random_next,
    monte_carlo_sine,
    midpoint,
    midpoint_sine,
    log_write
};

RecordFileBuilder definitions(std::uint32_t thread) {
    RecordFileBuilder file(0, thread);
    file.thread(thread).method("GoPort", "go", "int go()");
    file.method(
        "integrator::Integrator", "integrate", "double integrate(double, double, int, Rule)",
        {{0, "points", "int"}, {4, "rule", "integrator::Rule", {{0, "closed"}, {1, "open"}}}});
    file.method("integrator::RandomGenerator", "next", "double next()");
    file.method("integrator::Function", "evaluate", "double evaluate(double)",
                {{2, "x", "double"}});
    file.method("Log", "write", "void write(std::string_view, bool)",
                {{5, "label", "std::string_view"}, {3, "flush", "bool"}});
    file.node(0, 0, "driver").node(1, 1, "monte_carlo").node(2, 2, "generator").node(2, 3, "sine");
    file.node(1, 1, "midpoint")
        .node(5, 3, "sine")
        .node(1, 4, "a_log_with_a_very_long_instance_name");
    return file;
}

// `points` evaluations between `start` and what is returned, 200 ns each and 50 apart.
std::uint64_t add_evaluations(std::vector<TestInvocation>& invocations, Node node,
                              std::uint64_t start, int points) {
    for (int i = 0; i < points; ++i) {
        const double x = (i + 0.5) / points;
        invocations.push_back({node, start, start + 200, 0, {real(x)}});
        start += 250;
    }
    return start;
}

std::vector<TestInvocation> main_thread() {
    std::vector<TestInvocation> invocations;
    std::uint64_t time = 10'000;
    for (std::uint64_t repetition = 0; repetition < 2; ++repetition) {
        const auto begin = time;
        for (int i = 0; i < 1000; ++i) {
            invocations.push_back(
                {random_next, time + 10, time + 40 + static_cast<std::uint64_t>(i % 5)});
            invocations.push_back({monte_carlo_sine, time + 50, time + 200, 0, {real(i / 1000.0)}});
            time += 1000;
        }
        invocations.push_back({monte_carlo, begin, time, 5000, {1000 * (repetition + 1), 0}});
    }
    const auto begin = time;
    time = add_evaluations(invocations, midpoint_sine, time, 25);
    invocations.push_back({midpoint, begin, time, 0, {25, 1}});
    for (const auto* label : {"started", "a label that is cut at thirty-one"}) {
        auto words = text_words(std::string(label).substr(0, 31), std::string(label).size() > 31);
        words.push_back(1);
        invocations.push_back({log_write, time, time + 7, 0, words});
        time += 100;
    }
    return invocations;
}

} // namespace

void write_sample_run(const TemporaryDirectory& directory, bool ended) {
    auto invocations = main_thread();
    if (ended) {
        invocations.push_back({go, 5'000, invocations.back().end + 1000, 5000});
    }
    auto first = definitions(0).block(invocations, 20);
    auto second = definitions(1).block({{go, 10'000, 400'000}});
    if (ended) {
        directory.write("records/0-0.rec", first.end().bytes());
    } else {
        directory.write("records/0-0.rec", first.bytes());
        directory.write("records/0-0.buffer",
                        ThreadBufferBuilder(1, {{log_write,
                                                 3'000'000,
                                                 3'000'009,
                                                 0,
                                                 {text_words("from a buffer")[0],
                                                  text_words("from a buffer")[1], 0, 0, 1}}})
                            .bytes());
    }
    directory.write("records/0-1.rec", second.end().bytes());
    directory.write("run.json", ended ? run_json : unfinished_run_json);
    if (ended) {
        write_call_graph(directory.path());
    }
}

void expect_golden(const std::string& name, const std::string& text) {
    const std::string file = std::string(PROXIMA_TESTDATA) + "/runs/" + name;
    if (std::getenv("PROXIMA_UPDATE_TESTDATA") != nullptr) {
        std::ofstream(file) << text;
    }
    std::ostringstream expected;
    expected << std::ifstream(file).rdbuf();
    EXPECT_EQ(text, expected.str()) << "differs from " << file;
}

} // namespace proxima::cli::test
