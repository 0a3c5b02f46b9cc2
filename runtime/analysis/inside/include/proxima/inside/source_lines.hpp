// The source lines in which a run spent its time, with their neighbours.
//
//     void show(const rundir::RunDirectory& run, const std::vector<LineTime>& lines) {
//         for (const auto& file : read_source_lines(run, lines).files) {
//             for (const auto& line : file.lines) {
//                 std::cout << line.number << ' ' << line.us << ' ' << line.text << '\n';
//             }
//         }
//     }
//
// Units: microseconds of processor time, or of elapsed time where waiting was sampled.
// Ownership: values.
// Thread safety: all functions are thread-safe.
// Errors: throws base::Error for a damaged pack.
#pragma once

#include <proxima/rundir/run_directory.hpp>

#include <string>
#include <vector>

namespace proxima::inside {

/// Time in the code of a line, without what it calls.
struct LineTime {
    std::string file;
    int line = 0;
    double us = 0;
    std::string program; ///< or library that has the code
};

struct SourceLine {
    int number = 0;
    std::string text; ///< at most 200 bytes
    double us = 0;    ///< 0: a neighbour
};

struct SourceFile {
    std::string path;
    double us = 0; ///< of all its lines
    std::vector<SourceLine> lines;
};

struct SourceLines {
    std::vector<SourceFile> files; ///< most time first, at most 20
    std::vector<std::string> problems;
};

/// Reads the lines with at least a thousandth of the time, and three around each: from the run if
/// it was packed, else from the files that debug information names. A run is untrusted: only files
/// that are named as sources are read. Files that are newer than the program have no text.
SourceLines read_source_lines(const rundir::RunDirectory& run, const std::vector<LineTime>& lines);

} // namespace proxima::inside
