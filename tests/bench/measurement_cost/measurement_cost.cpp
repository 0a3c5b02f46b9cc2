// What start and stop of a timer cost, beside two reads of the processor's counter, all in one
// program and in turns: not connected, disabled, measured, three nested, and on two threads.
//
//     proxima_bench_measurement_cost [--counters=NAMES] [--no-records] [Google Benchmark's options]
//
// NAMES as in counters= of the configuration.
#include "../cost/table.hpp"

#include <proxima/detail/ticks.hpp>
#include <proxima/measurement/connect.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace proxima::measurement;

constexpr int repetitions = 15;
constexpr int calls = 2'000'000; // of one repetition

[[gnu::noinline]] int work(int n) {
    benchmark::DoNotOptimize(n);
    return n;
}

template <class Body>
void add(const std::string& name, Body body, int threads = 1) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [body](benchmark::State& state) {
                                     int n = 0;
                                     for ([[maybe_unused]] auto iteration : state) {
                                         benchmark::DoNotOptimize(body(n++));
                                     }
                                 })
        ->Iterations(calls)
        ->Repetitions(repetitions)
        ->Threads(threads)
        ->UseRealTime();
}

void add_timer(const std::string& name, Timer& timer, int threads = 1) {
    add(
        name,
        [&timer](int n) {
            const ScopedTimer running(timer);
            return work(n);
        },
        threads);
}

void add_references() {
    add("bare", [](int n) { return work(n); });
    add("counter", [](int n) {
        const auto begin = proxima::detail::counter();
        const int result = work(n);
        benchmark::DoNotOptimize(proxima::detail::counter() - begin);
        return result;
    });
}

struct Options {
    std::string counters;
    bool records = true;
};

// Takes its own options out of the arguments.
Options take_options(int& argc, char** argv) {
    Options options;
    char** const end = std::remove_if(argv + 1, argv + argc, [&](std::string_view argument) {
        if (argument.substr(0, 11) == "--counters=") {
            options.counters = argument.substr(11);
            return true;
        }
        options.records = options.records && argument != "--no-records";
        return argument == "--no-records";
    });
    argc = static_cast<int>(end - argv);
    return options;
}

} // namespace

int main(int argc, char** argv) {
    const Options options = take_options(argc, argv);
    benchmark::Initialize(&argc, argv);
    // Made before an implementation is connected, so it stays with the one that measures nothing.
    const auto unconnected = measurement().create_timer("unconnected");

    const std::filesystem::path run = std::filesystem::current_path() / "measurement_cost.run";
    std::filesystem::remove_all(run);
    std::string specification = "proxima:quiet=on,output=" + run.string();
    specification += options.records ? "" : ",records=off";
    specification += options.counters.empty() ? "" : ",counters=" + options.counters;
    if (const std::string error = load(specification); !error.empty()) {
        std::fprintf(stderr, "error: %s\n", error.c_str());
        return EXIT_FAILURE;
    }
    const auto disabled = measurement().create_timer("disabled", {}, "disabled");
    measurement().create_control()->disable_group_name("disabled");
    const auto timer = measurement().create_timer("timer");
    const auto middle = measurement().create_timer("middle");
    const auto outer = measurement().create_timer("outer");

    add_references();
    add_timer("unconnected", *unconnected);
    add_timer("disabled", *disabled);
    add_timer("measured", *timer);
    add("nested", [&](int n) {
        const ScopedTimer in_outer(*outer);
        const ScopedTimer in_middle(*middle);
        const ScopedTimer in_timer(*timer);
        return work(n);
    });
    add_timer("threads", *timer, 2);
    bench::Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);

    const auto row = [&](const char* what, const char* name) {
        return bench::Row{what, collector.median(name), 0};
    };
    bench::print_table({row("bare", "bare"), row("two rdtsc", "counter"),
                        row("timer, no implementation connected", "unconnected"),
                        row("timer, its group disabled", "disabled"),
                        row("timer, measured", "measured"), row("three timers nested", "nested"),
                        row("timer, two threads at once", "threads")},
                       collector.median("counter"), collector.median("bare"));
    std::filesystem::remove_all(run);
    return EXIT_SUCCESS;
}
