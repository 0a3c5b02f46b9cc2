#include <proxima/rundir/error.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <algorithm>
#include <system_error>

namespace proxima::rundir {
namespace {

namespace fs = std::filesystem;

bool holds_a_run(const fs::path& directory) {
    std::error_code error;
    return fs::exists(directory / "run.json", error) ||
           fs::exists(directory / "callgraph.json", error) ||
           fs::is_directory(directory / "records", error);
}

fs::path directory_of(const fs::path& place) {
    std::error_code error;
    if (fs::is_directory(place, error)) {
        return place;
    }
    const auto parent = place.parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

} // namespace

RunDirectory RunDirectory::open(const fs::path& place) {
    std::error_code error;
    if (!fs::exists(place, error)) {
        throw Error(place, error ? error.message() : "no such file or directory");
    }
    const auto directory = directory_of(place);
    if (!holds_a_run(directory)) {
        throw Error(
            directory,
            "is not a run directory: it has no run.json, no callgraph.json and no records/");
    }
    return RunDirectory(directory);
}

bool RunDirectory::has_call_graph() const {
    std::error_code error;
    return fs::exists(call_graph_file(), error);
}

std::optional<fs::path> newest_run(const fs::path& where) {
    std::optional<fs::path> newest;
    fs::file_time_type newest_time;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(where, error)) {
        if (entry.path().filename().string().rfind("proxima-run", 0) != 0 ||
            !holds_a_run(entry.path())) {
            continue;
        }
        const auto time = entry.last_write_time(error);
        if (!newest || time > newest_time) {
            newest = where == "." ? entry.path().filename() : entry.path();
            newest_time = time;
        }
    }
    return newest;
}

} // namespace proxima::rundir
