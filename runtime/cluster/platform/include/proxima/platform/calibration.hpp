// Measures the constants of this machine that models of applications use.
//
//     platform::CalibrationOptions options;
//     options.scratch = "/data";
//     std::cout << platform::platform_text(platform::calibrate(options));
//
// Each constant is the median of five rounds, with the interval from the lowest to the highest,
// which holds the true median with 94 %.
//
// Thread safety: one calibration at a time, on an idle machine.
// Errors: throws base::Error if the scratch file or the peer cannot be used.
#pragma once

#include <proxima/platform/documents.hpp>

#include <cstdint>

namespace proxima::platform {

struct CalibrationOptions {
    std::string name;                    ///< name of the platform; empty: the host's
    std::filesystem::path scratch = "."; ///< directory on the disk to measure
    std::uint64_t scratch_bytes = std::uint64_t{256} << 20;
    std::string peer; ///< HOST:PORT of serve_calibration(); empty: no network
};

/// Measures network, disk and memory, in this order: a peer waits no longer than a minute.
Platform calibrate(const CalibrationOptions& options);

/// Sends to the next peer and receives from it what it asks for, for at most a minute. Calls
/// `announce` with the port when a peer can connect; for port 0 the system chooses one.
void serve_calibration(std::uint16_t port, void (*announce)(std::uint16_t));

} // namespace proxima::platform
