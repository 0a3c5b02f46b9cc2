// `proxima nodes`: samples nodes, collects the samples, and shows what the nodes did.
#pragma once

#include "text/output.hpp"

#include <proxima/node/agent.hpp>
#include <proxima/node/master.hpp>
#include <proxima/platform/calibration.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace proxima::cli {

enum class NodesVerb { key, collect, sample, set, calibrate, show };

struct NodesOptions {
    NodesVerb verb = NodesVerb::show;
    std::string key_file; // empty: the standard one
    node::MasterOptions master;
    node::AgentOptions agent;

    // set
    std::string master_address;
    node::Settings settings;
    std::string glob;

    // calibrate
    platform::CalibrationOptions calibration;
    std::uint64_t scratch_megabytes = 256;
    std::optional<std::uint16_t> serve; // answers a peer on this port, and measures nothing
    std::string platform_file;          // empty: standard output

    // show
    std::string run;
    std::string svg; // file; empty: no picture
    std::vector<std::string> metrics;
    double step = 0; // seconds; 0: the longest interval
    std::size_t width = 0;
    bool json = false;
};

void add_nodes(CLI::App& nodes, NodesOptions& options);
int run_nodes(const NodesOptions& options, text::Output& output);

} // namespace proxima::cli
