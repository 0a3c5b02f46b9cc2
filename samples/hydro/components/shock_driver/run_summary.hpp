// The results of a run, as text and as JSON.
#pragma once

#include "statistics_port.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace hydro {

struct RunSummary {
    int ranks = 0;
    std::int64_t steps = 0;
    double time = 0;
    std::int64_t cells = 0;        // at the end
    std::int64_t cell_updates = 0; // cells times steps
    double seconds = 0;            // time of stepping, regridding and balancing
    std::int64_t refined = 0;
    std::int64_t coarsened = 0;
    std::int64_t moved = 0;
    Summary begin;
    Summary end;
    double sheet_time = std::numeric_limits<double>::quiet_NaN(); // time of the measurements below
    double circulation_per_length = std::numeric_limits<double>::quiet_NaN();
};

// One line of names and values.
std::string to_line(const RunSummary& summary);

// A JSON object; numbers with all their digits, null for those that are not known.
std::string to_json(const RunSummary& summary);

} // namespace hydro
