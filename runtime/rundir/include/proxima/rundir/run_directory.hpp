// Finding a run directory and the files in it.
// Ownership: values only. Thread-safety: const members may be called from several threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::rundir {

/// The place where the runtime left a run: `run.json`, `callgraph.json` and `records/`.
class RunDirectory {
public:
    /// Opens `place`, which is the directory itself or a file in it such as `run.json`.
    /// Throws Error if it does not exist or holds nothing that the runtime writes.
    static RunDirectory open(const std::filesystem::path& place);

    const std::filesystem::path& path() const noexcept { return path_; }

    std::filesystem::path run_file() const { return path_ / "run.json"; }
    std::filesystem::path call_graph_file() const { return path_ / "callgraph.json"; }
    std::filesystem::path records_directory() const { return path_ / "records"; }
    std::filesystem::path mpi_file() const { return path_ / "mpi.json"; }
    std::filesystem::path decisions_file() const { return path_ / "decisions.json"; }
    /// attention.json, and attention-RANK.json of those ranks that have one.
    std::vector<std::filesystem::path> attention_files() const;

    /// False when the process was killed before it could write the call graph.
    bool has_call_graph() const;

    /// What one thread at a time recorded into: a record file, a thread buffer with what came last,
    /// or both.
    struct ThreadFiles {
        std::uint64_t rank = 0;
        std::uint64_t number = 0;
        std::optional<std::filesystem::path> record_file;
        std::optional<std::filesystem::path> buffer_file;
        /// Where the thread buffer is, if the directory has only a symbolic link to it: in
        /// /dev/shm, because the file system here cannot map files.
        std::optional<std::filesystem::path> buffer_elsewhere;
    };

    /// By rank and number, whether or not the files are intact. Skips other files.
    std::vector<ThreadFiles> thread_files() const;

    /// Bytes of all record files.
    std::uint64_t record_bytes() const;

private:
    explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
};

/// The most recently written `proxima-run*` directory directly below `where`, if there is one.
std::optional<std::filesystem::path> newest_run(const std::filesystem::path& where);

} // namespace proxima::rundir
