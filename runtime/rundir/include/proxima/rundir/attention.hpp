// What sensors have found in a run: attention.json. runtime/online/README.md describes it.
// Ownership: values only. Thread-safety: as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace proxima::rundir {

/// A sensor fired.
struct Attention {
    std::string sensor;     ///< as it was written
    std::string method;     ///< `flux.compute`, `MPI_Waitsome`
    std::int64_t rank = -1; ///< -1: of all
    double since = 0;       ///< seconds of the run, when it began
    double at = 0;          ///< when it was sure
    double value = 0;  ///< since then, in the unit of the sensor: microseconds, multiples, shares
    double before = 0; ///< of a drift: the same, before; 0 else
    std::uint64_t windows = 0; ///< that were watched until then
};

struct AttentionFile {
    double false_alarms = 0; ///< per window at most
    std::vector<std::string> sensors;
    std::vector<Attention> events; ///< in the order of their time
};

/// Throws base::Error at the place of what is wrong.
AttentionFile read_attention(const std::filesystem::path& file);

} // namespace proxima::rundir
