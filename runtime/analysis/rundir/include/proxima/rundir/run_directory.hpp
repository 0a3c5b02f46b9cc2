// Finds run directories and their files.
//
//     const auto run = rundir::RunDirectory::open("proxima-run");
//     for (const auto& thread : run.thread_files()) {
//         std::cout << "rank " << thread.rank << ", thread " << thread.number << '\n';
//     }
//
// Ownership: values.
// Thread safety: const members are thread-safe.
// Errors: open() throws base::Error.
#pragma once

#include <proxima/base/directory.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace proxima::rundir {

/// The directory of a run: `run.json`, `callgraph.json` and `records/`.
class RunDirectory {
public:
    /// Opens a run directory by its name or by a file in it, such as `run.json`. Throws base::Error
    /// if `place` is neither.
    static RunDirectory open(const std::filesystem::path& place);

    /// The same run for those who write into it: its directory is opened once, so that all files
    /// are those of this directory, whatever gets its name.
    RunDirectory held() const;

    const std::filesystem::path& path() const noexcept { return path_; } ///< for messages
    const base::Directory& home() const noexcept { return home_; }       ///< of held() only

    std::filesystem::path run_file() const { return place_ / "run.json"; }
    std::filesystem::path call_graph_file() const { return place_ / "callgraph.json"; }
    std::filesystem::path records_directory() const { return place_ / "records"; }
    std::filesystem::path mpi_file() const { return place_ / "mpi.json"; }

    /// False when the process was killed before it could write the call graph.
    bool has_call_graph() const;

    /// The files of a thread: a record file, a thread buffer with the last invocations, or both.
    struct ThreadFiles {
        std::uint64_t rank = 0;
        std::uint64_t number = 0;
        std::optional<std::filesystem::path> record_file;
        std::optional<std::filesystem::path> buffer_file;
        /// Target of the thread buffer, if that is a symbolic link: the runtime puts buffers into
        /// /dev/shm where the file system of the run cannot map files.
        std::optional<std::filesystem::path> buffer_elsewhere;
        /// Copies of such a thread buffer, for recover().
        std::optional<std::filesystem::path> copies;
    };

    /// The files of all threads, sorted by rank and number, intact or not. Skips other files.
    std::vector<ThreadFiles> thread_files() const;

    /// The size of all record files.
    std::uint64_t record_bytes() const;

private:
    explicit RunDirectory(std::filesystem::path place)
        : path_(base::shown(place)), place_(std::move(place)) {}

    std::filesystem::path path_;
    std::filesystem::path place_; // where its files are
    base::Directory home_;
};

/// The most recently written `proxima-run*` directory directly below `where`, if there is one.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& where);

} // namespace proxima::rundir
