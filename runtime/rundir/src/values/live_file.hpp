// The files in which one process has kept the values of timers and events.
#pragma once

#include "files/payload.hpp"

#include <proxima/rundir/live_values.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace proxima::rundir {

class LiveFiles {
public:
    /// Adds what the file has, in the order in which they were made: rows refer to those of earlier
    /// files. Throws Error or Malformed; what comes before that counts.
    void read(const std::filesystem::path& file);

    LiveValues take() { return std::move(values_); }

private:
    void add_row(std::uint32_t type, FieldReader row);
    void add_counters(FieldReader& row);
    void add_timer(FieldReader& row);
    void add_event(FieldReader& row);
    void add_buckets(FieldReader& row);

    LiveValues values_;
    std::vector<double> scales_;                  ///< of the counters of the file
    std::map<std::uint64_t, std::size_t> events_; ///< by number
    double us_per_tick_ = 0;
};

} // namespace proxima::rundir
