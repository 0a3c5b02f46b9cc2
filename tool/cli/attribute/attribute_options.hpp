// The options of `proxima attribute` and `proxima node calibrate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace proxima::cli {

/// Seconds on the time axis of the run.
struct UsageWindow {
    double from = 0;
    double to = std::numeric_limits<double>::infinity();
};

struct AttributeOptions {
    std::string run; ///< directory of a master, or a log in it
    std::string model;
    std::string platform; ///< empty: none
    std::string nodes;    ///< glob of names; empty: all
    std::map<std::string, double> values;
    UsageWindow window;
    double level_percent = 90;
    std::size_t width = 0;
    bool json = false;
};

struct CalibrateOptions {
    std::string output;        ///< empty: standard output
    std::string name;          ///< of the platform; empty: the host's
    std::string scratch = "."; ///< directory
    std::uint64_t megabytes = 256;
    std::string peer;                   ///< HOST:PORT; empty: the loopback
    std::optional<std::uint16_t> serve; ///< answer a peer on this port, and measure nothing
};

} // namespace proxima::cli
