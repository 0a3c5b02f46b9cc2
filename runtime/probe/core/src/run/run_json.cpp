// Writes run.json; see FORMAT.md.
#include "run/run.hpp"

#include <proxima/format/json.hpp>
#include <proxima/format/machine.hpp>

#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace proxima::detail {
namespace {

using format::JsonWriter;

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

std::string read_link(const char* path) {
    std::array<char, 4096> target{};
    const ssize_t size = readlink(path, target.data(), target.size());
    return size > 0 ? std::string(target.data(), static_cast<std::size_t>(size)) : std::string();
}

void write_machine(JsonWriter& json, const format::Machine& machine) {
    json.new_line().key("machine").begin_object();
    json.member("processor", machine.processor.empty() ? "unknown" : machine.processor);
    json.member("processors", machine.processors).member("memory_bytes", machine.memory_bytes);
    json.member("system", machine.system).end_object();
}

void write_pair(JsonWriter& json, const char* name, const std::optional<ClockPair>& pair) {
    json.key(name);
    if (!pair) {
        json.null();
        return;
    }
    json.begin_object().member("ticks", pair->ticks).member("monotonic_ns", pair->monotonic_ns);
    json.member("realtime_ns", pair->realtime_ns).end_object();
}

void write_clock(JsonWriter& json, const Clock& clock, const std::optional<ClockPair>& end) {
    json.new_line().key("clock").begin_object();
    json.member("name", clock.name()).member("ticks_per_second", clock.ticks_per_second());
    json.member("step_ns", clock.step_nanoseconds());
    write_pair(json, "start", clock.start());
    write_pair(json, "end", end);
    json.end_object();
}

void write_list(JsonWriter& json, const char* name, const std::vector<std::string>& texts) {
    json.key(name).begin_array();
    for (const std::string& text : texts) {
        json.value(text);
    }
    json.end_array();
}

void write_configuration(JsonWriter& json, const Configuration& configuration) {
    json.new_line().key("configuration").begin_object().member("text", configuration.text);
    json.member("records", configuration.records ? text_of(configuration.sampling) : "off");
    std::vector<std::string> routine_rules;
    for (const SelectionRule& rule : configuration.routine_rules) {
        routine_rules.push_back(text_of(rule));
    }
    write_list(json, "mpi_routines", routine_rules);
    json.end_object();
}

std::string reason_of(Loss loss) {
    switch (loss) {
    case Loss::limit:
        return "beyond the limit of the record files";
    case Loss::disk:
        return "not written";
    case Loss::memory:
        return "no memory";
    case Loss::depth:
        return "below the limit of depth=; their time counts for their callers";
    case Loss::jump:
        return "left by longjmp or pthread_exit";
    case Loss::thread:
        return "that returned on another thread than they began on";
    case Loss::stack:
        return "on another stack than that of their thread (fibers); their time is part of the "
               "call that was open on the thread's own stack, if one was";
    }
    return {};
}

void write_losses(JsonWriter& json, const RunSummary& summary) {
    const LossCounts& losses = summary.totals.losses;
    json.new_line().key("losses").begin_object().member("invocations", losses.total());
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < loss_kinds; ++i) {
        if (losses.counts[i] != 0) {
            reasons.push_back(std::to_string(losses.counts[i]) + " " +
                              reason_of(static_cast<Loss>(i)));
        }
    }
    reasons.insert(reasons.end(), summary.problems.begin(), summary.problems.end());
    write_list(json, "reasons", reasons);
    json.end_object();
}

void write_counters(JsonWriter& json, const CounterFacts& counters, double read_ns) {
    json.new_line().key("counters").begin_object().key("names").begin_array();
    for (const CounterInfo& counter : counters.counters) {
        json.value(counter.name);
    }
    json.end_array().member("read_ns", read_ns).end_object();
}

void write_costs(JsonWriter& json, const Cost& cost) {
    json.new_line().key("cost_of_one_call_ns").begin_object();
    json.member("recorded", cost.recorded.whole).member("aggregated", cost.aggregated.whole);
    json.member("untimed", cost.untimed.whole);
    json.member("inside", cost.recorded.inside).member("overlapped", cost.overlapped.whole);
    json.member("inside_overlapped", cost.overlapped.inside);
    json.member("cold", cost.cold).member("cold_most", cost.cold_most);
    json.member("cold_after", cost.cold_after).end_object();
}

void write_mpi_cost(JsonWriter& json, const std::optional<CallCost>& cost) {
    json.key("cost_of_one_mpi_call_ns");
    cost ? json.value(cost->whole) : json.null();
    json.key("inside_of_one_mpi_call_ns");
    cost ? json.value(cost->inside) : json.null();
}

// Nothing is written without a budget, or if it needed no change.
void write_overhead(JsonWriter& json, double share, const std::vector<NamedLevelChange>& changes) {
    if (changes.empty()) {
        return;
    }
    json.new_line().key("overhead_budget").begin_object().member("share", share);
    json.key("changes").begin_array();
    for (const NamedLevelChange& change : changes) {
        json.new_line().begin_object().member("at_us", change.at * 1e6);
        json.member("rank", change.rank).member("method", change.method);
        json.member("to", change.to).member("cost_share", change.share).end_object();
    }
    json.end_array().end_object().new_line();
}

} // namespace

ProcessFacts facts_of_process() {
    ProcessFacts facts;
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    for (std::string argument; std::getline(file, argument, '\0');) {
        facts.command.push_back(argument);
    }
    facts.directory = read_link("/proc/self/cwd");
    facts.executable = read_link("/proc/self/exe");
    facts.machine = format::this_machine();
    return facts;
}

std::string Run::run_json(const RunSummary& summary, bool has_graph) const {
    const RunTotals& totals = summary.totals;
    const format::Machine& machine = facts_.machine;
    JsonWriter json;
    json.begin_object().member("format", 1).member("proxima", PROXIMA_VERSION);
    json.member("complete", has_graph).new_line();
    write_list(json, "command", facts_.command);
    json.new_line().member("directory", facts_.directory);
    json.member("executable", facts_.executable).member("host", machine.host);
    json.member("pid", static_cast<std::int64_t>(getpid())).key("parent_run");
    parent_directory_.empty() ? json.null() : json.value(parent_directory_);
    json.new_line().member("start", iso_time(clock_->start().realtime_ns));
    json.key("end");
    end_ ? json.value(iso_time(end_->realtime_ns)) : json.null();
    json.key("duration_us");
    end_ ? json.value(static_cast<double>(end_->monotonic_ns - clock_->start().monotonic_ns) * 1e-3)
         : json.null();
    json.key("cpu_us");
    end_ ? json.value(totals.use.cpu) : json.null();
    json.key("run_wait_us");
    end_&& totals.use.run_wait >= 0 ? json.value(totals.use.run_wait) : json.null();
    write_machine(json, machine);
    write_clock(json, *clock_, end_);
    json.new_line().key("mpi").begin_object();
    json.member("size", ranks_).member("rank", rank_).end_object();
    write_configuration(json, configuration_);
    json.new_line().member("threads", totals.threads).member("buffers", totals.buffers);
    write_list(json.new_line(), "methods", summary.methods);
    json.new_line().member("invocations", totals.invocations).member("records", totals.records);
    json.member("record_bytes", totals.bytes);
    json.member("calls_without_origin", totals.without_origin);
    json.key("thread_life_us");
    end_ ? json.value(totals.lives) : json.null();
    write_losses(json, summary);
    write_counters(json, counters_,
                   static_cast<double>(counter_cost_.read_ticks) * 1e9 /
                       clock_->ticks_per_second());
    write_costs(json, cost_);
    write_overhead(json, configuration_.overhead, summary.changes);
    write_mpi_cost(json, mpi_call_cost_);
    json.member("calibration_us", calibration_us_).key("overhead_us");
    end_ ? json.value(totals.overhead) : json.null();
    if (totals.samples != 0) {
        json.member("samples", totals.samples).member("sampling_us", totals.sampling);
    }
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::detail
