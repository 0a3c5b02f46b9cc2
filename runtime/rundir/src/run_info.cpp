#include "files/file_contents.hpp"
#include "files/json_members.hpp"

#include <proxima/rundir/run_info.hpp>

namespace proxima::rundir {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

ClockPair clock_pair(const Members& members) {
    ClockPair pair;
    members.read("ticks", pair.ticks);
    members.read("monotonic_ns", pair.monotonic_ns);
    members.read("realtime_ns", pair.realtime_ns);
    return pair;
}

ClockInfo clock_info(const Members& clock, bool complete) {
    ClockInfo info;
    clock.read("name", info.name);
    clock.read("ticks_per_second", info.ticks_per_second);
    clock.read("resolution_ns", info.resolution_ns);
    clock.read("error_ppm", info.error_ppm);
    info.start = clock_pair(clock.object("start"));
    if (complete) {
        info.end = clock_pair(clock.object("end"));
        clock.require(info.end->ticks > info.start.ticks &&
                          info.end->monotonic_ns > info.start.monotonic_ns,
                      "end", "later than `clock.start`");
    }
    return info;
}

RunInfo run_info(const std::filesystem::path& file, const Json& json) {
    check_format(file, json, "the description of a run");
    const Members run(file, json, "");
    RunInfo info;
    run.read("complete", info.complete);
    run.read("recovered", info.recovered);
    run.read("proxima", info.proxima_version);
    run.read("command", info.command);
    run.read("directory", info.directory);
    run.read("host", info.host);
    run.read("pid", info.pid);
    run.read("start", info.start);
    std::string end;
    run.read("end", end);
    info.ended = info.complete || !end.empty();
    run.read("duration_us", info.duration_us);
    const auto machine = run.object("machine");
    machine.read("processor", info.processor);
    machine.read("processors", info.processors);
    machine.read("memory_bytes", info.memory_bytes);
    machine.read("system", info.system);
    info.clock = clock_info(run.object("clock"), info.complete);
    std::uint64_t ranks = 1;
    run.object("mpi").read("size", ranks);
    info.ranks = static_cast<int>(ranks);
    run.object("configuration").read("text", info.configuration);
    run.object("configuration").read("records", info.recording);
    run.read("threads", info.threads);
    run.read("buffers", info.lanes);
    const auto* methods = run.array("methods");
    info.methods = methods != nullptr ? methods->size() : 0;
    run.read("invocations", info.invocations);
    run.read("records", info.records);
    run.read("record_bytes", info.record_bytes);
    const auto losses = run.object("losses");
    losses.read("invocations", info.losses.invocations);
    losses.read("reasons", info.losses.reasons);
    run.object("cost_of_one_call_ns").read("recorded", info.recorded_call_ns);
    run.object("cost_of_one_call_ns").read("aggregated", info.aggregated_call_ns);
    run.object("cost_of_one_call_ns").read("inside", info.inside_call_ns);
    info.overlapped_call_ns = info.recorded_call_ns; // of an older runtime: it does not tell
    info.inside_overlapped_call_ns = info.inside_call_ns;
    run.object("cost_of_one_call_ns").read("overlapped", info.overlapped_call_ns);
    run.object("cost_of_one_call_ns").read("inside_overlapped", info.inside_overlapped_call_ns);
    run.read("cost_of_one_mpi_call_ns", info.mpi_call_ns);
    run.read("inside_of_one_mpi_call_ns", info.inside_mpi_call_ns);
    run.object("counters").read("read_ns", info.read_counters_ns);
    run.read("overhead_us", info.overhead_us);
    return info;
}

} // namespace

RunInfo load_run_info(const std::filesystem::path& file) {
    const std::string text = read_file(file, most_bytes);
    return parse_run_info(file, text.data(), text.data() + text.size());
}

RunInfo parse_run_info(const std::filesystem::path& file, const char* begin, const char* end) {
    return with_plain_errors(file, [&] { return run_info(file, Json::parse(begin, end)); });
}

} // namespace proxima::rundir
