// `proxima nodes`: samples nodes, collects the samples, and shows what the nodes did.
#pragma once

#include "shared/verb.hpp"
#include "text/terminal.hpp"

#include <proxima/node/agent.hpp>
#include <proxima/node/global_view.hpp>
#include <proxima/node/master.hpp>
#include <proxima/platform/calibration.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace proxima::cli {

enum class NodesVerb { key, collect, sample, calibrate, show };

struct NodesOptions {
    NodesVerb verb = NodesVerb::show;
    std::string key_file; // empty: the standard one
    node::MasterOptions master;
    node::AgentOptions agent;

    // calibrate
    platform::CalibrationOptions calibration;
    std::uint64_t scratch_megabytes = 256;
    std::optional<std::uint16_t> serve; // answers a peer on this port, and measures nothing
    std::string platform_file;          // empty: standard output

    // show
    std::string run;
    std::vector<std::string> metrics;
    double step = 0; // seconds; 0: the longest interval
    std::size_t width = 0;
    bool json = false;
};

void add_nodes(CLI::App& nodes, NodesOptions& options);
int run_nodes(const NodesOptions& options, text::Output& output);

void write_nodes_text(const node::GlobalView& view, const text::Terminal& terminal,
                      text::Output& output);

// Writes on a grid the series whose names match one of `metrics`, or all if `metrics` is empty.
void write_nodes_json(const node::GlobalView& view, const node::Grid& grid,
                      const std::vector<std::string>& metrics, text::Output& output);

} // namespace proxima::cli
