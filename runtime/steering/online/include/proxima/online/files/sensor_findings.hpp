// Reads attention.json, the findings of sensors in a run. runtime/steering/online/FORMAT.md
// describes it. Ownership: values only. Thread-safety: as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace proxima::online::files {

/// A sensor fired.
struct SensorFinding {
    std::string sensor;        ///< as configured
    std::string method;        ///< `flux.compute`, `MPI_Waitsome`
    std::int64_t rank = -1;    ///< -1: all
    double since = 0;          ///< when it began, in seconds of the run
    double at = 0;             ///< when the sensor detected it
    double value = 0;          ///< since then, in the unit of the sensor
    double before = 0;         ///< of a drift: the value before; else 0
    std::uint64_t windows = 0; ///< watched until then
};

struct AttentionFile {
    double false_alarms = 0; ///< per window at most
    std::vector<std::string> sensors;
    std::vector<SensorFinding> events; ///< in the order of their time
};

/// Throws base::Error.
AttentionFile read_attention(const std::filesystem::path& file);

} // namespace proxima::online::files
