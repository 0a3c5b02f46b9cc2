// What a measured call costs, beside a bare virtual call and one between two clock readings, all in
// one program and in turns. The default mode runs 100 million calls, with its record files, in a
// directory of its own.
//
//     proxima_bench_cost [--aggregate] [--directory=DIR] [Google Benchmark's options]
//
// --aggregate measures without records; --directory says where the run directory is made, and
// removed again.
#include "components.hpp"
#include "flux_port.proxy.hpp"
#include "table.hpp"

#include <proxima/control.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

using bench::FluxPort;
using proxima::Proxy;

constexpr int repetitions = 25;
constexpr int calls = 4'000'000; // of one repetition

void time_calls(benchmark::State& state, FluxPort& port, int each = 1) {
    int n = 0;
    for ([[maybe_unused]] auto iteration : state) {
        for (int i = 0; i < each; ++i) {
            benchmark::DoNotOptimize(port.compute(n++));
        }
    }
}

// The components of the benchmark, in the order in which they use each other.
struct Assembly {
    std::unique_ptr<FluxPort> bare = bench::make_bare();
    std::unique_ptr<FluxPort> counter_reader = bench::make_counter_reader(*bare);
    std::unique_ptr<FluxPort> clock_reader = bench::make_clock_reader(*bare);
    Proxy<FluxPort> single{*bare, "single"};
    std::unique_ptr<FluxPort> object = bench::make_bare();
    proxima::InPlace in_place = proxima::measure(*object, "in_place");
    std::unique_ptr<FluxPort> middle_caller = bench::make_caller(single);
    Proxy<FluxPort> middle{*middle_caller, "middle"};
    std::unique_ptr<FluxPort> outer_caller = bench::make_caller(middle);
    Proxy<FluxPort> outer{*outer_caller, "outer"};
    // The same with two readings of the counter where the proxies are.
    std::unique_ptr<FluxPort> middle_user = bench::make_caller(*counter_reader);
    std::unique_ptr<FluxPort> middle_reader = bench::make_counter_reader(*middle_user);
    std::unique_ptr<FluxPort> outer_user = bench::make_caller(*middle_reader);
    std::unique_ptr<FluxPort> outer_reader = bench::make_counter_reader(*outer_user);
};

void register_in_turns(const char* name, FluxPort& port, bool measured, int threads = 1) {
    benchmark::RegisterBenchmark(name,
                                 [&port, measured](benchmark::State& state) {
                                     if (state.thread_index() == 0) {
                                         measured ? proxima::enable() : proxima::disable();
                                     }
                                     time_calls(state, port);
                                 })
        ->Iterations(calls)
        ->Repetitions(repetitions)
        ->Threads(threads)
        ->UseRealTime();
}

double time_unconfigured(FluxPort& port) {
    benchmark::ClearRegisteredBenchmarks();
    bench::Collector collector;
    register_in_turns("unconfigured", port, false);
    benchmark::RunSpecifiedBenchmarks(&collector, "unconfigured");
    benchmark::ClearRegisteredBenchmarks();
    return collector.median("unconfigured");
}

double bytes_below(const std::filesystem::path& directory) {
    double bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
        if (entry.path().extension() == ".rec") {
            bytes += static_cast<double>(entry.file_size());
        }
    }
    return bytes;
}

struct Options {
    bool aggregate = false;
    std::filesystem::path directory = ".";
};

Options take_options(int& count, char** arguments) {
    Options options;
    int kept = 1;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        constexpr std::string_view directory = "--directory=";
        if (argument == "--aggregate") {
            options.aggregate = true;
        } else if (argument.substr(0, directory.size()) == directory) {
            options.directory = argument.substr(directory.size());
        } else {
            arguments[kept++] = arguments[i];
        }
    }
    count = kept;
    return options;
}

void run_in_turns(Assembly& assembly, bench::Collector& collector) {
    register_in_turns("bare", *assembly.bare, false);
    register_in_turns("counter", *assembly.counter_reader, false);
    register_in_turns("clock", *assembly.clock_reader, false);
    register_in_turns("nested_counter", *assembly.outer_reader, false);
    register_in_turns("disabled", assembly.single, false);
    register_in_turns("measured", assembly.single, true);
    register_in_turns("in_place_disabled", *assembly.object, false);
    register_in_turns("in_place", *assembly.object, true);
    register_in_turns("nested", assembly.outer, true);
    register_in_turns("two_threads", assembly.single, true, 2);
    benchmark::RunSpecifiedBenchmarks(&collector);
}

} // namespace

int main(int count, char** arguments) {
    const Options options = take_options(count, arguments);
    char interleave[] = "--benchmark_enable_random_interleaving=true";
    std::vector<char*> all(arguments, arguments + count);
    all.push_back(interleave);
    int all_count = static_cast<int>(all.size());
    benchmark::Initialize(&all_count, all.data());

    const std::filesystem::path run = options.directory / "proxima-run-cost";
    std::filesystem::remove_all(run);
    Assembly assembly;
    const double unconfigured = time_unconfigured(assembly.single);
    const std::string records = options.aggregate ? "off" : "all";
    proxima::configure("start=off,quiet=on,records=" + records + ",output=" + run.string());
    bench::Collector collector;
    run_in_turns(assembly, collector);
    proxima::finish();

    constexpr double measured_calls = double{calls} * repetitions * (1 + 1 + 3 + 2);
    const double bytes = options.aggregate ? 0 : bytes_below(run) / measured_calls;
    const double bare = collector.median("bare");
    const double reference = collector.median("counter");
    bench::print_table(
        {{"bare virtual call", bare, 0},
         {"virtual call, two rdtsc", reference, 0},
         {"virtual call, two clock_gettime", collector.median("clock"), 0},
         {"three calls nested, two rdtsc each", collector.median("nested_counter"), 0},
         {"proxy, not configured", unconfigured, 0},
         {"proxy, disabled", collector.median("disabled"), 0},
         {options.aggregate ? "proxy, statistics only" : "proxy, all recorded (default)",
          collector.median("measured"), bytes},
         {"in place, disabled", collector.median("in_place_disabled"), 0},
         {"in place, measured", collector.median("in_place"), bytes},
         {"three proxies nested", collector.median("nested"), bytes},
         {"two threads at once", collector.median("two_threads"), bytes}},
        reference, bare);
    std::filesystem::remove_all(run);
    return EXIT_SUCCESS;
}
