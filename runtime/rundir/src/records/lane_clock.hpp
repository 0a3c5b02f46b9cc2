// The clock of a lane's times.
#pragma once

#include "clock/clock_map.hpp"
#include "files/chunk_file.hpp"

#include <proxima/rundir/run_info.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace proxima::rundir {

/// By the run's clock pairs if they are of the process that had the lane and it ended cleanly, else
/// by those in the record file that are furthest apart. `info` may be null; `opened` is the same
/// file, of which only the header is used. Throws Error.
ClockMap lane_clock(std::uint32_t rank, const std::filesystem::path& file, const ChunkFile& opened,
                    const RunInfo* info);

/// For a lane without a record file that could be read: unset if the run does not say either.
std::optional<ClockMap> run_clock(std::uint32_t rank, const RunInfo* info);

} // namespace proxima::rundir
