// run.json: what was run, where, how, and what was lost. See FORMAT.md.
#include "results/run_summary.hpp"
#include "run/run.hpp"
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

const char* const Run::after_finalize = "after-finalize";

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
    const Recordings& recordings = configuration.recordings;
    json.member("records", configuration.records ? text_of(recordings.standard) : "off");
    json.key("methods").begin_array();
    for (const RecordingRule& rule : recordings.rules) {
        json.begin_object().member("pattern", rule.pattern);
        json.member("records", text_of(rule.recording)).end_object();
    }
    json.end_array().member("seed", recordings.seed);
    json.member("output", configuration.output).member("start", on_off(configuration.start));
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

void write_losses(JsonWriter& json, const RunSummary& summary) {
    json.new_line().key("losses").begin_object();
    json.member("records", summary.totals.lost).member("invocations", summary.totals.forgotten);
    json.key("messages").begin_array();
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

std::string Run::run_json(const RunSummary* summary, bool has_graph) {
    const bool ended = summary != nullptr;
    RunSummary nothing_yet;
    nothing_yet.problems = problems_;
    const RunSummary& all = ended ? *summary : nothing_yet;
    const RunTotals& totals = all.totals;
    utsname system{};
    uname(&system);
    JsonWriter json;
    json.begin_object().member("format", 1).member("proxima", PROXIMA_VERSION);
    json.member("complete", ended && has_graph).new_line();
    write_command(json);
    json.new_line().member("directory", read_link("/proc/self/cwd"));
    json.member("executable", read_link("/proc/self/exe")).member("host", system.nodename);
    json.member("pid", static_cast<std::int64_t>(getpid())).key("parent_run");
    parent_directory_.empty() ? json.null() : json.value(parent_directory_);
    json.new_line().member("start", iso_time(clock_->start().realtime));
    json.key("end");
    end_ ? json.value(iso_time(end_->realtime)) : json.null();
    json.key("duration_us");
    end_ ? json.value(static_cast<double>(end_->monotonic - clock_->start().monotonic) * 1e-3)
         : json.null();
    write_machine(json, system);
    write_clock(json, *clock_, end_);
    json.new_line().key("mpi").begin_object().member("size", ranks_).member("rank", rank_);
    if (has_joined_) {
        json.member("after MPI_Finalize", after_finalize + std::string("/RANK"));
    }
    json.end_object();
    write_configuration(json, configuration_);
    json.new_line().member("threads", totals.threads).member("lanes", totals.lanes);
    write_methods(json, all);
    json.new_line().member("invocations", totals.invocations).member("records", totals.records);
    json.member("record_bytes", totals.bytes);
    write_losses(json, all);
    write_counters(json, counters_);
    write_costs(json, cost_);
    write_mpi_cost(json, mpi_call_cost_);
    json.key("overhead_us");
    ended ? json.value(totals.overhead) : json.null();
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
