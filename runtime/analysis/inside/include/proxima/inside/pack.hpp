// Names and source lines of a run's samples, kept in the run: it can be read where neither the
// programs nor their sources are.
//
//     void carry(const rundir::RunDirectory& run) {
//         std::cout << pack(run).addresses << " addresses have names now\n";
//     }
//
// Ownership: values.
// Thread safety: all functions are thread-safe; two must not pack one run.
// Errors: throws base::Error if the run has no samples, is damaged, or cannot be written.
#pragma once

#include <proxima/inside/symbols.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace proxima::inside {

/// The content of `records/RANK.symbols.json`.
struct Pack {
    std::map<std::uint64_t, std::vector<Frame>> frames;      ///< by address
    std::map<std::string, std::map<int, std::string>> texts; ///< lines of files
};

/// Reads the pack of a rank; an empty one if there is none.
Pack read_pack(const rundir::RunDirectory& run, std::uint64_t rank);

struct Packed {
    std::size_t addresses = 0;
    std::size_t lines = 0;
    std::vector<std::string> problems;
};

/// Writes a pack for each rank with samples.
Packed pack(const rundir::RunDirectory& run);

} // namespace proxima::inside
