// Reads all that sensors and an Optimizer left in a run directory.
//
//     std::vector<std::string> problems;
//     const auto found = online::files::load_findings("proxima-run", problems);
//     std::printf("%zu swaps\n", found.decisions ? found.decisions->swaps.size() : 0);
//
// Errors: files that cannot be read are added to `problems`.
#pragma once

#include <proxima/online/files/decisions.hpp>
#include <proxima/online/files/sensor_findings.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace proxima::online::files {

/// Decisions and sensor findings of a run; unset without an Optimizer, or without sensors.
struct Findings {
    std::optional<Decisions> decisions;
    std::optional<AttentionFile> attention; ///< events of all ranks, by time

    bool empty() const { return !decisions && !attention; }
};

Findings load_findings(const std::filesystem::path& run, std::vector<std::string>& problems);

} // namespace proxima::online::files
