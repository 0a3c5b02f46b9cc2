// `proxima node calibrate`: measures the constants of a platform.
#pragma once

#include "text/output.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace proxima::cli {

struct CalibrateOptions {
    std::string output;        // empty: standard output
    std::string name;          // of the platform; empty: the host's
    std::string scratch = "."; // directory
    std::uint64_t megabytes = 256;
    std::string peer;                   // HOST:PORT; empty: the loopback
    std::optional<std::uint16_t> serve; // answer a peer on this port, and measure nothing
};

void add_calibrate(CLI::App& verb, CalibrateOptions& options);
int run_calibrate(const CalibrateOptions& options, text::Output& output);

} // namespace proxima::cli
