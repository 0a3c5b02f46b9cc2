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

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// The directory of a run: `run.json`, `callgraph.json` and `records/`.
class RunDirectory {
public:
    /// Opens a run directory by its name or by a file in it, such as `run.json`. Throws base::Error
    /// if `place` is neither.
    static RunDirectory open(const std::filesystem::path& place);

    const std::filesystem::path& path() const noexcept { return path_; }

    std::filesystem::path run_file() const { return path_ / "run.json"; }
    std::filesystem::path call_graph_file() const { return path_ / "callgraph.json"; }
    std::filesystem::path records_directory() const { return path_ / "records"; }
    std::filesystem::path mpi_file() const { return path_ / "mpi.json"; }

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
    explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

/// The most recently written `proxima-run*` directory directly below `where`, if there is one.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& where);

} // namespace proxima::rundir
