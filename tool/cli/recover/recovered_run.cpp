#include "recover/recovered_run.hpp"

#include "recover/replaced_file.hpp"
#include "text/output.hpp"

#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_info.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

bool is_number(const std::string& text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Lines of /proc/PID/maps end with the name of the file.
bool maps_file_below(const std::filesystem::path& maps,
                     const std::vector<std::string>& directories) {
    std::ifstream lines(maps);
    for (std::string line; std::getline(lines, line);) {
        const auto name = line.find('/');
        const auto is_below = [&](const std::string& directory) {
            return name != std::string::npos &&
                   line.compare(name, directory.size(), directory) == 0;
        };
        if (std::any_of(directories.begin(), directories.end(), is_below)) {
            return true;
        }
    }
    return false;
}

/// What the runtime wrote at the start of the run, as far as it can be read. It has few levels;
/// what lies deeper is left out, since writing it would cost stack.
Json described_run(const rundir::RunDirectory& run) {
    constexpr int deepest = 16;
    std::ifstream file(run.run_file());
    const auto is_kept = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
    auto description = Json::parse(file, is_kept, false);
    return description.is_object() ? description : Json{{"format", 1}};
}

Json described_method(const rundir::Method& method) {
    auto columns = Json::array();
    for (const auto& parameter : method.parameters) {
        columns.push_back({{"name", parameter.name}, {"type", parameter.type_name}});
    }
    return {{"port", method.port},
            {"name", method.name},
            {"signature", method.signature},
            {"location", method.location},
            {"columns", columns}};
}

std::uint64_t record_bytes(const rundir::RunDirectory& run) {
    std::uint64_t bytes = 0;
    for (const auto& lane : run.lanes()) {
        std::error_code ignored;
        const auto size =
            lane.record_file ? std::filesystem::file_size(*lane.record_file, ignored) : 0;
        bytes += ignored ? 0 : size;
    }
    return bytes;
}

} // namespace

std::optional<std::int64_t> process_that_writes(const rundir::RunDirectory& run) {
    std::error_code ignored;
    const auto directory = std::filesystem::canonical(run.path(), ignored).string();
    const std::vector<std::string> written{directory + "/records/", directory + "/mpi/"};
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const auto name = entry.path().filename().string();
        if (is_number(name) && maps_file_below(entry.path() / "maps", written)) {
            return std::stoll(name);
        }
    }
    return {};
}

void write_recovered_run(const rundir::RunDirectory& run, const rundir::ReadOutcome& outcome) {
    Json description = described_run(run);
    auto methods = Json::array();
    for (const auto& method : rundir::recorded_methods(run)) {
        methods.push_back(described_method(method));
    }
    description["complete"] = false;
    description["recovered"] = true;
    description["threads"] = outcome.threads;
    description["lanes"] = run.lanes().size();
    description["methods"] = methods;
    description["invocations"] = outcome.invocations;
    description["records"] = outcome.records;
    description["record_bytes"] = record_bytes(run);
    description["losses"] = {
        {"records", outcome.lost}, {"invocations", 0}, {"messages", outcome.problems}};
    ReplacedFile file(run.run_file());
    Output output(file.descriptor(), run.run_file().string());
    output.write(description.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    output.flush();
    file.commit();
}

} // namespace proxima::cli
