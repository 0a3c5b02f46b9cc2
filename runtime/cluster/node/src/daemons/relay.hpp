// A master that is a node of another master: passes samples on, in the time of its own clock.
#pragma once

#include "daemons/node_table.hpp"

#include <proxima/node/agent.hpp>

namespace proxima::node {

class Relay {
public:
    Relay(const Seal& seal, const std::string& master, const std::string& name);

    int descriptor() const { return socket_.descriptor(); }

    void forward(const KnownNode& node);
    // Sends nothing until the time of the sample's clock is known.
    void forward(const Sample& sample, std::uint64_t received_ns, const NodeTable& nodes);

    // Receives orders of the other master, and notes what those for a node of this one want.
    void listen(NodeTable& nodes);

    // Call it once a second, so that a master that starts late learns of this relay.
    void tick();

private:
    Address master_;
    UdpSocket socket_;
    const Seal& seal_;
    Speaker speaker_;
};

} // namespace proxima::node
