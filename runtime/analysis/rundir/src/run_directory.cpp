#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

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

// Parses `RANK-NUMBER`, the stem of a file name.
std::optional<std::pair<std::uint64_t, std::uint64_t>> rank_and_number(std::string_view stem) {
    const auto dash = std::min(stem.find('-'), stem.size());
    const auto rank = base::number_of<std::uint64_t>(stem.substr(0, dash));
    const auto number =
        base::number_of<std::uint64_t>(stem.substr(std::min(dash + 1, stem.size())));
    return rank && number ? std::optional(std::pair(*rank, *number)) : std::nullopt;
}

} // namespace

RunDirectory RunDirectory::open(const fs::path& place) {
    std::error_code error;
    if (!fs::exists(place, error)) {
        throw base::Error(place, error ? error.message() : "no such file or directory");
    }
    const auto directory = directory_of(place);
    if (!holds_a_run(directory)) {
        throw base::Error(place,
                          fs::is_directory(place, error)
                              ? "is not a run directory: it has no run.json, no callgraph.json "
                                "and no records/"
                              : "is neither a run directory nor a file of one");
    }
    if (fs::is_symlink(fs::symlink_status(directory / "records", error))) {
        throw base::Error(directory / "records",
                          "is a symbolic link, which could lead anywhere; put a copy in its place");
    }
    return RunDirectory(directory);
}

RunDirectory RunDirectory::held() const {
    RunDirectory made = *this;
    made.home_ = base::Directory(place_);
    made.place_ = made.home_.place();
    return made;
}

bool RunDirectory::has_call_graph() const {
    std::error_code error;
    return fs::exists(call_graph_file(), error);
}

std::vector<RunDirectory::ThreadFiles> RunDirectory::thread_files() const {
    std::map<std::pair<std::uint64_t, std::uint64_t>, ThreadFiles> by_name;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(records_directory(), error)) {
        const auto extension = entry.path().extension();
        const auto name = rank_and_number(entry.path().stem().string());
        if (!name || (extension != ".rec" && extension != ".buffer" && extension != ".copy")) {
            continue;
        }
        auto& files = by_name[*name];
        files.rank = name->first;
        files.number = name->second;
        (extension == ".rec"      ? files.record_file
         : extension == ".buffer" ? files.buffer_file
                                  : files.copies) = entry.path();
        if (extension == ".buffer" && entry.is_symlink(error)) {
            files.buffer_elsewhere = fs::read_symlink(entry.path(), error);
        }
    }
    std::vector<ThreadFiles> sorted;
    sorted.reserve(by_name.size());
    for (auto& [name, files] : by_name) {
        sorted.push_back(std::move(files));
    }
    return sorted;
}

std::uint64_t RunDirectory::record_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& files : thread_files()) {
        std::error_code error;
        const auto size = files.record_file ? fs::file_size(*files.record_file, error) : 0;
        bytes += error ? 0 : size;
    }
    return bytes;
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
