#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>

namespace proxima::rundir {
namespace {

using base::LocatedJson;
using base::LocatedObject;

ClockPair clock_pair(LocatedObject members) {
    ClockPair pair;
    members.read("ticks", pair.ticks);
    members.read("monotonic_ns", pair.monotonic_ns);
    members.read("realtime_ns", pair.realtime_ns);
    return pair;
}

ClockInfo clock_info(LocatedObject clock, const LocatedJson& run, bool complete) {
    ClockInfo info;
    clock.read("name", info.name);
    clock.read("ticks_per_second", info.ticks_per_second);
    clock.read("step_ns", info.step_ns);
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

void read_costs(LocatedObject& run, RunInfo& info) {
    auto costs = run.object("cost_of_one_call_ns");
    costs.read("recorded", info.recorded_call_ns);
    costs.read("aggregated", info.aggregated_call_ns);
    info.untimed_call_ns = info.aggregated_call_ns; // default for files without it
    costs.read("untimed", info.untimed_call_ns);
    costs.read("inside", info.inside_call_ns);
    info.overlapped_call_ns = info.recorded_call_ns; // default for files without them
    info.inside_overlapped_call_ns = info.inside_call_ns;
    costs.read("overlapped", info.overlapped_call_ns);
    costs.read("inside_overlapped", info.inside_overlapped_call_ns);
    costs.read("cold", info.cold_call_ns);
    info.most_cold_call_ns = info.cold_call_ns; // default for files without it
    costs.read("cold_most", info.most_cold_call_ns);
    costs.read("cold_after", info.cold_after_ns);
    run.read("cost_of_one_mpi_call_ns", info.mpi_call_ns);
    run.read("inside_of_one_mpi_call_ns", info.inside_mpi_call_ns);
    auto counters = run.object("counters");
    counters.read("read_ns", info.read_counters_ns);
    run.read("overhead_us", info.overhead_us);
    run.read("samples", info.samples);
    run.read("sampling_us", info.sampling_us);
    run.read("calibration_us", info.calibration_us);
}

void read_overhead_budget(LocatedObject& run, RunInfo& info) {
    auto budget = run.object("overhead_budget");
    budget.read("share", info.overhead_budget);
    info.level_changes = budget.objects("changes", [](LocatedObject& members) {
        RecordedLevelChange change;
        members.read("at_us", change.at_us);
        members.read("rank", change.rank);
        members.read("method", change.method);
        members.read("to", change.to);
        members.read("cost_share", change.cost_share);
        return change;
    });
}

void read_machine(LocatedObject machine, RunInfo& info) {
    machine.read("processor", info.processor);
    machine.read("processors", info.processors);
    machine.read("memory_bytes", info.memory_bytes);
    machine.read("system", info.system);
}

void read_counts(LocatedObject& run, RunInfo& info) {
    auto mpi = run.object("mpi");
    mpi.read("size", info.ranks);
    auto configuration = run.object("configuration");
    configuration.read("text", info.configuration);
    configuration.read("records", info.recording);
    info.mpi_routines = configuration.texts("mpi_routines");
    run.read("threads", info.threads);
    run.read("buffers", info.buffers);
    info.methods = run.elements("methods").size();
    run.read("invocations", info.invocations);
    run.read("records", info.records);
    run.read("record_bytes", info.record_bytes);
    run.read("calls_without_origin", info.calls_without_origin);
    run.read("thread_life_us", info.thread_life_us);
    auto losses = run.object("losses");
    losses.read("invocations", info.losses.invocations);
    info.losses.reasons = losses.texts("reasons");
}

} // namespace

RunInfo load_run_info(const std::filesystem::path& file) {
    RunInfo info = parse_run_info(file, base::read_whole_file(file, base::Links::refused));
    std::error_code error;
    for (const auto& link :
         std::filesystem::directory_iterator(file.parent_path() / "spawned", error)) {
        info.spawned.push_back(std::filesystem::read_symlink(link, error).string());
    }
    std::sort(info.spawned.begin(), info.spawned.end());
    return info;
}

RunInfo parse_run_info(const std::filesystem::path& file, std::string text) {
    const auto json = base::parse_located_json(file, std::move(text));
    LocatedObject run(file, json, "the description of a run");
    run.require_format(1);
    RunInfo info;
    run.read("complete", info.complete);
    run.read("recovered", info.recovered);
    auto imported = run.object("imported");
    imported.read("format", info.imported);
    info.command = run.texts("command");
    run.read("directory", info.directory);
    run.read("host", info.host);
    run.read("pid", info.pid);
    info.parent_run = run.text("parent_run", "");
    run.read("start", info.start);
    info.ended = info.complete || !run.text("end", "").empty();
    run.read("duration_us", info.duration_us);
    run.read("cpu_us", info.cpu_us);
    run.read("run_wait_us", info.run_wait_us);
    info.clock = clock_info(run.object("clock"), json, info.complete);
    read_machine(run.object("machine"), info);
    read_counts(run, info);
    read_costs(run, info);
    read_overhead_budget(run, info);
    return info;
}

} // namespace proxima::rundir
