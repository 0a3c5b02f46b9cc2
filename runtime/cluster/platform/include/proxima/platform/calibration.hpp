// Measures the constants of this machine that models of applications use.
//
// Each is the median of five rounds, with the interval from the lowest to the highest, which holds
// the true median with 94 %.
#pragma once

#include <proxima/platform/documents.hpp>

#include <cstdint>

namespace proxima::platform {

/// `clock` of a busy processor, and what a floating-point operation takes that loads its word from
/// memory one after the other (`beta_1`), or with a stride of a page and a line (`gamma_1`); with
/// two processors at it: `beta_2`, `gamma_2`.
std::vector<Quantity> calibrate_memory();

/// `disk_rate` of sequential reading and `disk_access`, what a process waits for a random read of
/// 4 KiB, past the page cache, on a scratch file of `bytes` that has no name. The processor's time
/// of an access is left out: models count it with the rest of the processor. Throws base::Error.
std::vector<Quantity> calibrate_disk(const std::filesystem::path& directory, std::uint64_t bytes);

/// `net_rate` in one direction and `net_latency`, half a round trip of one byte, by TCP to
/// serve_calibration() at `peer`, `HOST:PORT`; empty: to this machine itself. Throws base::Error.
std::vector<Quantity> calibrate_network(const std::string& peer);

/// Sends back what the next peer sends, for at most a minute. Calls `announce` with the port, which
/// the system chooses for port 0, when a peer can connect.
void serve_calibration(std::uint16_t port, void (*announce)(std::uint16_t));

} // namespace proxima::platform
