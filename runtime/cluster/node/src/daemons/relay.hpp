// Passes the samples of a master on to another master, with times of its own clock.
#pragma once

#include "daemons/node_table.hpp"

#include <proxima/node/agent.hpp>

namespace proxima::node {

class Relay {
public:
    Relay(const Seal& seal, const std::string& master, const std::string& name);

    int descriptor() const { return socket_.descriptor(); }

    void forward(const KnownNode& node);
    // Sends nothing before the offset of the sample's clock is known.
    void forward(const Sample& sample, std::uint64_t received_ns, const NodeTable& nodes);

    // Receives orders of the other master, and notes the settings that they want for nodes.
    void listen(NodeTable& nodes);

    // Call once a second, so that a master that starts late learns of this relay.
    void tick();

private:
    Address master_;
    UdpSocket socket_;
    const Seal& seal_;
    Speaker speaker_;
};

} // namespace proxima::node
