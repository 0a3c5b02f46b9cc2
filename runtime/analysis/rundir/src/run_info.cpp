#include "json_file.hpp"

#include <proxima/base/file.hpp>
#include <proxima/rundir/run_info.hpp>

namespace proxima::rundir {
namespace {

using base::LocatedJson;

ClockPair clock_pair(Members members) {
    ClockPair pair;
    read(members, "ticks", pair.ticks);
    read(members, "monotonic_ns", pair.monotonic_ns);
    read(members, "realtime_ns", pair.realtime_ns);
    return pair;
}

ClockInfo clock_info(Members clock, const LocatedJson& run, bool complete) {
    ClockInfo info;
    read(clock, "name", info.name);
    read(clock, "ticks_per_second", info.ticks_per_second);
    read(clock, "step_ns", info.step_ns);
    info.start = clock_pair(clock.object("start"));
    if (complete) {
        info.end = clock_pair(clock.object("end"));
        if (info.end->ticks <= info.start.ticks ||
            info.end->monotonic_ns <= info.start.monotonic_ns) {
            clock.fail(run, "the clock's end is not later than its start");
        }
    }
    return info;
}

void read_costs(Members& run, RunInfo& info) {
    auto costs = run.object("cost_of_one_call_ns");
    read(costs, "recorded", info.recorded_call_ns);
    read(costs, "aggregated", info.aggregated_call_ns);
    read(costs, "inside", info.inside_call_ns);
    info.overlapped_call_ns = info.recorded_call_ns; // unless they are known
    info.inside_overlapped_call_ns = info.inside_call_ns;
    read(costs, "overlapped", info.overlapped_call_ns);
    read(costs, "inside_overlapped", info.inside_overlapped_call_ns);
    read(run, "cost_of_one_mpi_call_ns", info.mpi_call_ns);
    read(run, "inside_of_one_mpi_call_ns", info.inside_mpi_call_ns);
    auto counters = run.object("counters");
    read(counters, "read_ns", info.read_counters_ns);
    read(run, "overhead_us", info.overhead_us);
}

void read_machine(Members machine, RunInfo& info) {
    read(machine, "processor", info.processor);
    read(machine, "processors", info.processors);
    read(machine, "memory_bytes", info.memory_bytes);
    read(machine, "system", info.system);
}

void read_counts(Members& run, RunInfo& info) {
    auto mpi = run.object("mpi");
    read(mpi, "size", info.ranks);
    auto configuration = run.object("configuration");
    read(configuration, "text", info.configuration);
    read(configuration, "records", info.recording);
    read(run, "threads", info.threads);
    read(run, "buffers", info.buffers);
    const auto* methods = run.optional("methods", LocatedJson::Kind::array);
    info.methods = methods != nullptr ? methods->elements.size() : 0;
    read(run, "invocations", info.invocations);
    read(run, "records", info.records);
    read(run, "record_bytes", info.record_bytes);
    auto losses = run.object("losses");
    read(losses, "invocations", info.losses.invocations);
    info.losses.reasons = losses.texts("reasons");
}

} // namespace

RunInfo load_run_info(const std::filesystem::path& file) {
    return parse_run_info(file, base::read_whole_file(file));
}

RunInfo parse_run_info(const std::filesystem::path& file, std::string_view text) {
    const auto json = parse_json_file(file, text, "the description of a run");
    Members run(file, json, "the description of a run");
    RunInfo info;
    read(run, "complete", info.complete);
    read(run, "recovered", info.recovered);
    auto imported = run.object("imported");
    read(imported, "format", info.imported);
    info.command = run.texts("command");
    read(run, "directory", info.directory);
    read(run, "host", info.host);
    read(run, "pid", info.pid);
    read(run, "start", info.start);
    info.ended = info.complete || !run.text("end", "").empty();
    read(run, "duration_us", info.duration_us);
    read(run, "cpu_us", info.cpu_us);
    info.clock = clock_info(run.object("clock"), json, info.complete);
    read_machine(run.object("machine"), info);
    read_counts(run, info);
    read_costs(run, info);
    return info;
}

} // namespace proxima::rundir
