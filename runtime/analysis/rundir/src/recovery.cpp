#include "recovered_buffers.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/base/text.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/recovery.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace proxima::rundir {
namespace {

using Json = nlohmann::ordered_json;

// True if a line of /proc/PID/maps ends with a file whose name begins with one of `beginnings`.
bool maps_one_of(const std::filesystem::path& maps, const std::vector<std::string>& beginnings) {
    std::ifstream lines(maps);
    for (std::string line; std::getline(lines, line);) {
        const auto name = line.find('/');
        const auto has = [&](const std::string& beginning) {
            return name != std::string::npos &&
                   line.compare(name, beginning.size(), beginning) == 0;
        };
        if (std::any_of(beginnings.begin(), beginnings.end(), has)) {
            return true;
        }
    }
    return false;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

using Members = std::vector<std::pair<std::string, std::string>>; // keys and values as JSON

std::string object_of(const Members& members) {
    std::string text = "{";
    for (const auto& [key, value] : members) {
        text += (text.size() > 1 ? ",\n " : "\n ") + key + ": " + value;
    }
    return text + "\n}\n";
}

// True if run.json can be read with this member in it.
bool is_readable(const Members::value_type& member) {
    try {
        parse_run_info("run.json", object_of({{"\"format\"", "1"}, member}));
        return true;
    } catch (const base::Error&) {
        return false;
    }
}

// The members that the runtime wrote at the start of the run, as far as they can be read.
Members described_run(const RunDirectory& run) {
    Members members;
    try {
        const auto& file = run.run_file();
        const auto json =
            base::parse_located_json(file, base::read_whole_file(file, base::Links::refused));
        for (const auto& [key, value] : json.members()) {
            members.emplace_back(key.source(), value.source());
        }
    } catch (const base::Error&) { // the run was killed before it had a description
        return {};
    }
    std::erase_if(members, [](const auto& member) { return !is_readable(member); });
    return members;
}

// A run that has ended has counted its invocations, also those that left no trace in its files.
std::uint64_t counted_as_lost(const RunInfo& description, const ReadOutcome& outcome) {
    const auto counted = description.invocations + description.losses.invocations;
    return description.ended && counted > outcome.invocations ? counted - outcome.invocations : 0;
}

Json described_losses(const RunInfo& description, const ReadOutcome& outcome) {
    // Among them are problems reported at the start, such as counters that cannot be counted.
    auto reasons = description.losses.reasons;
    for (const auto& problem : outcome.problems) {
        if (std::find(reasons.begin(), reasons.end(), problem) == reasons.end()) {
            reasons.push_back(problem);
        }
    }
    const auto invocations = std::max(outcome.lost, counted_as_lost(description, outcome));
    if (invocations > 0 && reasons.empty()) {
        reasons.push_back("counted as lost by the process, whose messages say why");
    }
    return {{"invocations", invocations}, {"reasons", reasons}};
}

// The process on this machine that has a thread buffer of the run mapped, so has not ended.
std::optional<std::int64_t> process_that_writes(const RunDirectory& run) {
    std::error_code ignored;
    std::vector<std::string> written{
        std::filesystem::canonical(run.records_directory(), ignored).string() + "/"};
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere) {
            written.push_back(files.buffer_elsewhere->string());
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const auto process = base::number_of<std::int64_t>(entry.path().filename().string());
        if (process && maps_one_of(entry.path() / "maps", written)) {
            return process;
        }
    }
    return {};
}

void check_recoverable(const RunDirectory& run) {
    require_records(run);
    if (const auto process = process_that_writes(run)) {
        throw base::Error(run.path(), "process " + std::to_string(*process) +
                                          " still measures into it; recover when it has ended");
    }
}

void write(const base::Directory& home, const char* name, std::string_view text) {
    base::ReplacedFile file(home, name);
    file.write(text);
    file.commit();
}

// Writes mpi.json from the statistics of the ranks, unless the runtime has written it.
void write_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (std::filesystem::exists(run.mpi_file(), ignored)) {
        return;
    }
    if (const auto use = rebuild_mpi_use(run, problems)) {
        write(run.home(), "mpi.json", use->json);
    }
}

} // namespace

bool needs_recovery(const RunDirectory& run) {
    try {
        const auto info = load_run_info(run.run_file());
        load_call_graph(run.call_graph_file());
        return !info.complete && !info.recovered;
    } catch (const base::Error&) {
        return true; // damaged: to be written anew
    }
}

void recover(const RunDirectory& named, ReadOutcome& outcome,
             const std::function<void(const CallGraph&, base::ReplacedFile&)>& write_graph) {
    const auto run = named.held();
    const auto& home = run.home().require_own();
    check_recoverable(run);
    bring_buffers_home(run, home.inside("records").require_own());
    const auto graph = rebuild_call_graph(run, outcome);
    if (outcome.invocations == 0 && !outcome.problems.empty()) {
        throw base::Error(run.path(), "nothing could be recovered, so nothing is written; " +
                                          outcome.problems.front());
    }
    base::ReplacedFile file(home, "callgraph.json");
    write_graph(graph, file);
    file.commit();
    write_mpi_use(run, outcome.problems);
    write_recovered_run(run, outcome);
}

void write_recovered_run(const RunDirectory& run, const ReadOutcome& outcome) {
    auto members = described_run(run);
    std::erase_if(members, [](const auto& member) { return member.first == "\"format\""; });
    members.insert(members.begin(), {"\"format\"", "1"});
    const auto description = parse_run_info(run.run_file(), object_of(members));
    auto methods = Json::array();
    for (const auto& method : recorded_methods(run)) {
        methods.push_back(method.port + "::" + method.name);
    }
    const Json recovered{{"losses", described_losses(description, outcome)},
                         {"complete", false},
                         {"recovered", true},
                         {"threads", outcome.threads},
                         {"buffers", run.thread_files().size()},
                         {"methods", methods},
                         {"invocations", outcome.invocations},
                         {"records", outcome.records},
                         {"record_bytes", run.record_bytes()}};
    std::erase_if(members, [&](const Members::value_type& member) {
        return recovered.contains(Json::parse(member.first).get<std::string>());
    });
    for (const auto& [key, value] : recovered.items()) {
        members.emplace_back(text_of(key), text_of(value));
    }
    write(run.held().home(), "run.json", object_of(members));
}

} // namespace proxima::rundir
