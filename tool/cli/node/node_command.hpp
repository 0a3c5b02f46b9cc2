// `proxima node`: samples a node, or collects the samples of nodes.
#pragma once

#include "text/output.hpp"

#include <proxima/node/agent.hpp>
#include <proxima/node/master.hpp>

#include <string>

namespace CLI {
class App;
}

namespace proxima::cli {

enum class NodeVerb { sample, master, set, key };

struct NodeOptions {
    NodeVerb verb = NodeVerb::sample;
    std::string key_file; // empty: the standard one
    node::AgentOptions agent;
    node::MasterOptions master;

    // set
    std::string master_address;
    node::Settings settings;
    std::string glob;
};

void add_node(CLI::App& verb, NodeOptions& options);
int run_node(const NodeOptions& options, text::Output& output);

// `10ms`, `1.5s`, `2min`; nothing if it is no duration.
std::optional<double> seconds_of_duration(const std::string& text);

} // namespace proxima::cli
