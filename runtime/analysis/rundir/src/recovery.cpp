#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
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

// True if run.json can be read with this member in it.
bool is_readable(const std::string& key, const Json& value) {
    auto run = Json::object();
    run["format"] = 1;
    run[key] = value;
    const auto text = run.dump();
    try {
        parse_run_info("run.json", text);
        return true;
    } catch (const base::Error&) {
        return false;
    }
}

// The members that the runtime wrote at the start of the run, as far as it can be read. It has few
// levels; what lies deeper is left out, since writing it would cost stack.
Json described_run(const RunDirectory& run) {
    constexpr int deepest = 16;
    const auto is_kept = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
    std::error_code error;
    const auto found = std::filesystem::is_regular_file(run.run_file(), error)
                           ? Json::parse(std::ifstream(run.run_file()), is_kept, false)
                           : Json();
    auto description = Json::object();
    description["format"] = 1;
    if (!found.is_object()) {
        return description;
    }
    for (const auto& [key, value] : found.items()) {
        if (key != "format" && is_readable(key, value)) {
            description[key] = value;
        }
    }
    return description;
}

// Problems that the runtime had reported when it started, such as counters that cannot be counted.
std::vector<std::string> reasons_of(const Json& description) {
    const auto losses = description.value("losses", Json::object());
    const auto reasons = losses.is_object() ? losses.value("reasons", Json()) : Json();
    return reasons.is_array() ? reasons.get<std::vector<std::string>>()
                              : std::vector<std::string>();
}

std::uint64_t count_of(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// A run that has ended has counted its invocations, also those that left no trace in its files.
std::uint64_t counted_as_lost(const Json& description, const ReadOutcome& outcome) {
    const bool has_ended = description.value("end", Json()).is_string();
    const auto counted = count_of(description, "invocations") +
                         count_of(description.value("losses", Json()), "invocations");
    return has_ended && counted > outcome.invocations ? counted - outcome.invocations : 0;
}

Json described_losses(const Json& description, const ReadOutcome& outcome) {
    auto reasons = reasons_of(description);
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

bool is_made_by_the_runtime(const std::filesystem::path& shared) {
    return shared.parent_path() == "/dev/shm" &&
           shared.filename().string().rfind("proxima-", 0) == 0 &&
           std::filesystem::is_regular_file(std::filesystem::symlink_status(shared));
}

void copy_whole(const std::filesystem::path& from, const std::filesystem::path& to) {
    base::ReplacedFile file(to);
    std::ifstream bytes(from, std::ios::binary);
    std::string piece(1 << 20, '\0');
    while (bytes.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           bytes.gcount() > 0) {
        file.write(std::string_view(piece.data(), static_cast<std::size_t>(bytes.gcount())));
    }
    if (!bytes.eof()) {
        throw base::Error(from, "cannot be read");
    }
    file.commit();
}

// Thread buffers in /dev/shm take memory and vanish when the machine restarts.
void bring_buffers_home(const RunDirectory& run) {
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere && is_made_by_the_runtime(*files.buffer_elsewhere)) {
            const auto copy = files.buffer_file->string() + ".copy";
            copy_whole(*files.buffer_elsewhere, copy);
            std::filesystem::rename(copy, *files.buffer_file); // which was a link
            std::error_code ignored;
            std::filesystem::remove(*files.buffer_elsewhere, ignored);
        }
    }
}

// The MPI statistics of the ranks, unless the runtime has written mpi.json.
void write_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (std::filesystem::exists(run.mpi_file(), ignored)) {
        return;
    }
    if (const auto use = rebuild_mpi_use(run, problems)) {
        base::replace_file(run.mpi_file(), use->json);
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

void recover(const RunDirectory& run, ReadOutcome& outcome,
             const std::function<void(const CallGraph&)>& write_graph) {
    check_recoverable(run);
    bring_buffers_home(run);
    const auto graph = rebuild_call_graph(run, outcome);
    if (outcome.invocations == 0 && !outcome.problems.empty()) {
        throw base::Error(run.path(), "nothing could be recovered, so nothing is written; " +
                                          outcome.problems.front());
    }
    write_graph(graph);
    write_mpi_use(run, outcome.problems);
    write_recovered_run(run, outcome);
}

void write_recovered_run(const RunDirectory& run, const ReadOutcome& outcome) {
    Json description = described_run(run);
    auto methods = Json::array();
    for (const auto& method : recorded_methods(run)) {
        methods.push_back(method.port + "::" + method.name);
    }
    description["losses"] = described_losses(description, outcome); // before what it refers to
    description["complete"] = false;
    description["recovered"] = true;
    description["threads"] = outcome.threads;
    description["buffers"] = run.thread_files().size();
    description["methods"] = methods;
    description["invocations"] = outcome.invocations;
    description["records"] = outcome.records;
    description["record_bytes"] = run.record_bytes();
    base::replace_file(run.run_file(),
                       description.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace proxima::rundir
