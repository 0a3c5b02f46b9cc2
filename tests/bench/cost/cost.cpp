// Measures what a measured call costs, beside a bare virtual call and one between two clock
// readings. All alternate in one program. Records 700 million calls, in a run directory that is
// removed again. With a value of records= as argument: measures a call recorded so, in a process of
// its own, which the program without arguments starts.
#include "components.hpp"
#include "flux_port.proxy.hpp"

#include <proxima/control.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace {

using bench::FluxPort;
using proxima::Proxy;

constexpr int rounds = 25;
constexpr int calls = 4'000'000; // calls in a round

// The components of the benchmark, in the order in which they use each other.
struct Assembly {
    std::unique_ptr<FluxPort> bare = bench::make_bare();
    std::unique_ptr<FluxPort> counter_reader = bench::make_counter_reader(*bare);
    std::unique_ptr<FluxPort> clock_reader = bench::make_clock_reader(*bare);
    Proxy<FluxPort> single{*bare, "single"};
    std::unique_ptr<bench::ObjectPort> object = bench::make_bare();
    proxima::InPlace in_place = proxima::measure(*object, "in_place");
    std::unique_ptr<FluxPort> middle_caller = bench::make_caller(single);
    Proxy<FluxPort> middle{*middle_caller, "middle"};
    std::unique_ptr<FluxPort> outer_caller = bench::make_caller(middle);
    Proxy<FluxPort> outer{*outer_caller, "outer"};
    // The same chain with two readings of the counter in place of each proxy.
    std::unique_ptr<FluxPort> middle_user = bench::make_caller(*counter_reader);
    std::unique_ptr<FluxPort> middle_reader = bench::make_counter_reader(*middle_user);
    std::unique_ptr<FluxPort> outer_user = bench::make_caller(*middle_reader);
    std::unique_ptr<FluxPort> outer_reader = bench::make_counter_reader(*outer_user);
};

struct Way {
    const char* what;
    FluxPort* port;
    int recorded = 0; // invocations of a call
    int threads = 1;  // number of simultaneous callers
    std::vector<double> nanoseconds = {};
};

void call(FluxPort& port) {
    for (int n = 0; n < calls; ++n) {
        asm volatile("" : : "r"(port.compute(n)));
    }
}

void take_turn(Way& way) {
    way.recorded > 0 ? proxima::enable() : proxima::disable();
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> others;
    for (int i = 1; i < way.threads; ++i) {
        others.emplace_back(call, std::ref(*way.port));
    }
    call(*way.port);
    for (std::thread& other : others) {
        other.join();
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    way.nanoseconds.push_back(took.count() / calls / way.threads);
}

double median(const Way& way) {
    auto sorted = way.nanoseconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
}

double bytes_of_records(const std::filesystem::path& run) {
    double bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(run)) {
        bytes += entry.path().extension() == ".rec" ? static_cast<double>(entry.file_size()) : 0;
    }
    return bytes;
}

// Prints the nanoseconds of a call.
void measure_recording(const std::string& records, const std::filesystem::path& run) {
    Assembly all;
    proxima::configure("quiet=on,records=" + records + ",output=" + run.string());
    const bool is_on = records.find("start=off") == std::string::npos;
    Way way{"", &all.single, is_on ? 1 : 0};
    for (int round = 0; round < 5; ++round) {
        take_turn(way);
    }
    std::printf("%f\n", median(way));
}

// Starts `program` for each way of recording, in turn.
void compare_recordings(const std::string& program) {
    std::printf("\n%-44s %8s\n", "one call, buffers written", "ns");
    for (const char* records :
         {"all", "every:10", "every:100", "aggregate", "off", "all,start=off"}) {
        double least = 0;
        for (int round = 0; round < 3; ++round) {
            FILE* const answer = popen((program + " " + records).c_str(), "r");
            double time = 0;
            if (answer == nullptr || std::fscanf(answer, "%lf", &time) != 1) {
                return;
            }
            pclose(answer);
            least = round == 0 ? time : std::min(least, time);
        }
        std::printf("records=%-36s %8.2f\n", records, least);
    }
}

} // namespace

int main(int count, char** arguments) {
    const std::filesystem::path run = "proxima-run-cost";
    std::filesystem::remove_all(run);
    if (count > 1) {
        measure_recording(arguments[1], run);
        proxima::finish();
        std::filesystem::remove_all(run);
        return 0;
    }
    Assembly all;
    Way unconfigured{"proxy, not configured", &all.single};
    for (int round = 0; round < rounds; ++round) {
        take_turn(unconfigured);
    }
    proxima::configure("start=off,quiet=on,output=" + run.string());
    std::vector<Way> ways{{"bare virtual call", all.bare.get()},
                          {"virtual call, two rdtsc", all.counter_reader.get()},
                          {"virtual call, two clock_gettime", all.clock_reader.get()},
                          {"three calls nested, two rdtsc each", all.outer_reader.get()},
                          {"proxy, disabled", &all.single},
                          {"proxy, all recorded (default)", &all.single, 1},
                          {"in place, disabled", all.object.get()},
                          {"in place, measured", all.object.get(), 1},
                          {"three proxies nested", &all.outer, 3},
                          {"two threads at once", &all.single, 1, 2}};
    double recorded = 0;
    for (int round = 0; round < rounds; ++round) {
        for (Way& way : ways) {
            take_turn(way);
            recorded += double{calls} * way.recorded * way.threads;
        }
    }
    proxima::finish();
    const double bare = median(ways[0]);
    const double reference = median(ways[1]);
    ways.push_back(unconfigured);
    std::printf("%-44s %8s %8s %8s\n", "one call", "ns", "- bare", "/ rdtsc");
    for (const Way& way : ways) {
        const double time = median(way);
        std::printf("%-44s %8.2f %8.2f %8.3f\n", way.what, time, time - bare, time / reference);
    }
    std::printf("%.2f bytes for each recorded invocation\n", bytes_of_records(run) / recorded);
    std::filesystem::remove_all(run);
    compare_recordings(arguments[0]);
}
