// The clock of a lane's times.
#pragma once

#include "files/chunk_file.hpp"
#include "records/clock_map.hpp"

#include <proxima/rundir/run_info.hpp>

#include <filesystem>

namespace proxima::rundir {

/// By the run's clock pairs if it ended cleanly, else by those in the record file that are furthest
/// apart. `info` may be null; `opened` is the same file, of which only the header is used. Throws
/// Error.
ClockMap lane_clock(const std::filesystem::path& file, const ChunkFile& opened,
                    const RunInfo* info);

} // namespace proxima::rundir
