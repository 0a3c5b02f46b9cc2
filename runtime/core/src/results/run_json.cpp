#include "results/run_json.hpp"

#include "text/json.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sys/utsname.h>
#include <unistd.h>

namespace proxima::detail {

namespace {

std::string iso_time(std::int64_t realtime) {
    const std::time_t seconds = realtime / 1'000'000'000;
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
                  utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                  utc.tm_sec, static_cast<int>(realtime % 1'000'000'000 / 1000));
    return text.data();
}

void write_command(JsonWriter& json) {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string argument;
    json.key("command").begin_array();
    while (std::getline(file, argument, '\0')) {
        json.value(argument);
    }
    json.end_array();
}

std::string read_link(const char* path) {
    std::array<char, 4096> target{};
    const ssize_t size = readlink(path, target.data(), target.size());
    return size > 0 ? std::string(target.data(), static_cast<std::size_t>(size)) : std::string();
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown";
}

void write_machine(JsonWriter& json, const utsname& system) {
    json.new_line().key("machine").begin_object();
    json.member("processor", processor_name());
    json.member("processors", static_cast<std::int64_t>(sysconf(_SC_NPROCESSORS_ONLN)));
    json.member("memory_bytes", static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) *
                                    static_cast<std::int64_t>(sysconf(_SC_PAGESIZE)));
    json.member("system", std::string(system.sysname) + " " + system.release).end_object();
}

void write_pair(JsonWriter& json, const char* name, const std::optional<ClockPair>& pair) {
    json.key(name);
    if (!pair) {
        json.null();
        return;
    }
    json.begin_object().member("ticks", pair->ticks).member("monotonic_ns", pair->monotonic);
    json.member("realtime_ns", pair->realtime).end_object();
}

void write_clock(JsonWriter& json, const Clock& clock, const std::optional<ClockPair>& end) {
    json.new_line().key("clock").begin_object();
    json.member("name", clock.name()).member("reason", clock.reason());
    json.member("ticks_per_second", clock.ticks_per_second());
    json.member("resolution_ns", clock.resolution()).member("error_ppm", clock.error_ppm());
    write_pair(json, "start", clock.start());
    write_pair(json, "end", end);
    json.end_object();
}

const char* on_off(bool on) noexcept {
    return on ? "on" : "off";
}

void write_configuration(JsonWriter& json, const Configuration& configuration) {
    constexpr std::array<const char*, 3> clocks{"auto", "tsc", "monotonic"};
    json.new_line().key("configuration").begin_object();
    json.member("text", configuration.text);
    const SamplingRules& sampling = configuration.sampling;
    json.member("records", configuration.records ? text_of(sampling.standard) : "off");
    json.key("methods").begin_array();
    for (const SamplingRule& rule : sampling.rules) {
        json.begin_object().member("pattern", rule.pattern);
        json.member("records", text_of(rule.sampling)).end_object();
    }
    json.end_array()
        .member("output", configuration.output)
        .member("start", on_off(configuration.start));
    json.key("rules").begin_array();
    for (const SelectionRule& rule : configuration.rules) {
        json.begin_object().member(rule.include ? "include" : "exclude", rule.pattern).end_object();
    }
    json.end_array();
    json.member("clock", clocks.at(static_cast<std::size_t>(configuration.clock)));
    json.member("depth", configuration.depth).member("rank-rows", configuration.rank_rows);
    json.key("limit");
    configuration.limit != 0 ? json.value(configuration.limit) : json.null();
    json.member("quiet", on_off(configuration.quiet));
    json.end_object();
}

void write_method(JsonWriter& json, const MethodIdentity& method, const MethodFacts& facts) {
    json.new_line().begin_object();
    json.member("port", method.port).member("name", method.name);
    json.member("signature", method.signature).member("location", facts.location);
    json.key("columns").begin_array();
    for (const auto& [name, type] : facts.columns) {
        json.begin_object().member("name", name).member("type", type).end_object();
    }
    json.end_array().key("instances").begin_array();
    for (const std::string& instance : facts.instances) {
        json.value(instance);
    }
    json.end_array().end_object();
}

void write_methods(JsonWriter& json, const RunSummary& summary) {
    json.new_line().key("methods").begin_array();
    for (const auto& [identity, facts] : summary.methods) {
        write_method(json, identity, facts);
    }
    json.end_array();
}

std::string reason_of(Loss loss) {
    switch (loss) {
    case Loss::limit:
        return "beyond the limit of the configuration";
    case Loss::disk:
        return "not written";
    case Loss::memory:
        return "no memory";
    case Loss::depth:
        return "deeper than depth= allows; their time is their callers'";
    case Loss::jump:
        return "left by longjmp";
    case Loss::thread:
        return "left on another thread than they began on";
    }
    return {};
}

void write_losses(JsonWriter& json, const RunSummary& summary) {
    const Losses& losses = summary.totals.losses;
    json.new_line().key("losses").begin_object().member("invocations", losses.total());
    json.key("reasons").begin_array();
    for (std::size_t i = 0; i < loss_kinds; ++i) {
        if (losses.counts[i] != 0) {
            json.value(std::to_string(losses.counts[i]) + " " + reason_of(static_cast<Loss>(i)));
        }
    }
    for (const std::string& problem : summary.problems) {
        json.value(problem);
    }
    json.end_array().end_object();
}

void write_counters(JsonWriter& json, const CounterFacts& counters) {
    json.new_line().key("counters").begin_object().key("names").begin_array();
    for (const CounterInfo& counter : counters.counters) {
        json.value(counter.name);
    }
    json.end_array().member("read_ns", counters.read_ns).end_object();
}

void write_costs(JsonWriter& json, const Cost& cost) {
    json.new_line().key("cost_of_one_call_ns").begin_object();
    json.member("recorded", cost.recorded.whole).member("aggregated", cost.aggregated.whole);
    json.member("inside", cost.recorded.inside).member("overlapped", cost.overlapped.whole);
    json.member("inside_overlapped", cost.overlapped.inside).end_object();
}

void write_mpi_cost(JsonWriter& json, const std::optional<CallCost>& cost) {
    json.key("cost_of_one_mpi_call_ns");
    cost ? json.value(cost->whole) : json.null();
    json.key("inside_of_one_mpi_call_ns");
    cost ? json.value(cost->inside) : json.null();
}

} // namespace

std::string run_json(const RunState& run, const RunSummary& summary, bool has_graph) {
    const RunTotals& totals = summary.totals;
    utsname system{};
    uname(&system);
    JsonWriter json;
    json.begin_object().member("format", 1).member("proxima", PROXIMA_VERSION);
    json.member("complete", has_graph).new_line();
    write_command(json);
    json.new_line().member("directory", read_link("/proc/self/cwd"));
    json.member("executable", read_link("/proc/self/exe")).member("host", system.nodename);
    json.member("pid", static_cast<std::int64_t>(getpid())).key("parent_run");
    run.parent_run.empty() ? json.null() : json.value(run.parent_run);
    json.new_line().member("start", iso_time(run.clock.start().realtime));
    json.key("end");
    run.end ? json.value(iso_time(run.end->realtime)) : json.null();
    json.key("duration_us");
    run.end
        ? json.value(static_cast<double>(run.end->monotonic - run.clock.start().monotonic) * 1e-3)
        : json.null();
    write_machine(json, system);
    write_clock(json, run.clock, run.end);
    json.new_line().key("mpi").begin_object();
    json.member("size", run.ranks).member("rank", run.rank).end_object();
    write_configuration(json, run.configuration);
    json.new_line().member("threads", totals.threads).member("buffers", totals.buffers);
    write_methods(json, summary);
    json.new_line().member("invocations", totals.invocations).member("records", totals.records);
    json.member("record_bytes", totals.bytes);
    write_losses(json, summary);
    write_counters(json, run.counters);
    write_costs(json, run.cost);
    write_mpi_cost(json, run.mpi_call_cost);
    json.key("overhead_us");
    run.end ? json.value(totals.overhead) : json.null();
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
