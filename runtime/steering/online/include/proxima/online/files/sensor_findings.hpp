// Reads attention.json, the findings of sensors in a run; runtime/steering/online/FORMAT.md
// describes it.
//
//     for (const auto& finding : online::files::read_attention("run1/attention.json").events) {
//         std::cout << finding.method << " since " << finding.since << " s\n";
//     }
//
// Units: seconds since the program was loaded; values are in the unit of their sensor.
// Ownership: values.
// Errors: functions throw base::Error, with file and line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace proxima::online::files {

/// A finding of a sensor.
struct SensorFinding {
    std::string sensor;        ///< line of the sensor
    std::string method;        ///< `flux.compute`, `MPI_Waitsome`
    std::int64_t rank = -1;    ///< -1 for all ranks together
    double since = 0;          ///< beginning
    double at = 0;             ///< detection
    double value = 0;          ///< mean value since the beginning
    double before = 0;         ///< for a drift, the mean value before; else 0
    std::uint64_t windows = 0; ///< windows watched until the detection
};

struct AttentionFile {
    double false_alarms = 0; ///< maximum rate per window
    std::vector<std::string> sensors;
    std::vector<SensorFinding> events; ///< sorted by time
};

AttentionFile read_attention(const std::filesystem::path& file);

} // namespace proxima::online::files
