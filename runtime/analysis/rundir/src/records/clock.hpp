// Converts times of record files to nanoseconds since the start of the run.
#pragma once

#include <proxima/format/files.hpp>
#include <proxima/rundir/clock_map.hpp>
#include <proxima/rundir/run_info.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace proxima::rundir {

// Converts thread time, which excludes the runtime's own work, to the clock. Remembers the
// overhead at each block, because an invocation may have begun many blocks ago.
class ThreadTime {
public:
    void begin_thread() { periods_.clear(); }

    void begin_block(std::uint64_t base, std::uint64_t overhead) {
        if (periods_.empty() || base >= periods_.back().base) { // a damaged file may go back
            periods_.push_back({base, overhead});
        }
    }

    std::uint64_t clock_ticks(std::uint64_t time) const {
        if (periods_.empty()) {
            return time;
        }
        if (time >= periods_.back().base) {
            return time + periods_.back().overhead;
        }
        const auto after =
            std::upper_bound(periods_.begin(), periods_.end(), time,
                             [](std::uint64_t t, const Period& period) { return t < period.base; });
        return time + (after == periods_.begin() ? *after : *(after - 1)).overhead;
    }

private:
    struct Period {
        std::uint64_t base; // thread time
        std::uint64_t overhead;
    };

    std::vector<Period> periods_;
};

// Returns the clock of a record file: from the run's clock pairs if the process ended cleanly, else
// from the two pairs in the file that are furthest apart. `info` may be null. `opened` is the same
// file; only its header is used. Throws Malformed.
ClockMap file_clock(const std::filesystem::path& path, const format::RecordFile& opened,
                    const RunInfo* info);

} // namespace proxima::rundir
