// A master as a node of another one: hands on samples, in the time of its own clock.
#pragma once

#include "node_table.hpp"

#include <proxima/node/agent.hpp>

#include <functional>

namespace proxima::node {

class Relay {
public:
    Relay(const Seal& seal, const std::string& master, const std::string& name);

    int descriptor() const { return socket_.descriptor(); }

    void forward(const KnownNode& node);
    /// Nothing is sent while the time of the sample's clock is not known.
    void forward(const Sample& sample, std::uint64_t received_ns, const NodeTable& nodes);

    /// Takes what the other master says; `follow` is told what is meant for a node behind.
    void listen(const NodeTable& nodes,
                const std::function<void(std::uint64_t node, const Settings&)>& follow);

    /// To be called once a second: a master that comes late, or again, learns of this.
    void tick();

private:
    Address master_;
    UdpSocket socket_;
    const Seal& seal_;
    Speaker speaker_;
};

} // namespace proxima::node
