// Runs a node: sends samples to its master and follows the master's orders.
//
//     node::AgentOptions options;
//     options.master = "head";
//     options.key = node::read_key(node::standard_key_file());
//     options.duration_ns = 60'000'000'000;
//     node::Agent agent(options);
//     const std::atomic<bool> stop = false;
//     agent.run(stop, [] {});
//
// Units: ns.
// Thread safety: one thread at a time uses an object; a signal handler may set `stop`.
// Errors: the constructor throws base::Error.
#pragma once

#include <proxima/node/datagram.hpp>
#include <proxima/node/sampler.hpp>
#include <proxima/node/socket.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace proxima::node {

struct AgentOptions {
    std::string master; ///< address of the master
    std::string name;   ///< name of the node; empty: the host's
    std::uint64_t interval_ns = 1'000'000'000;
    Groups groups = all_groups;
    WatchTargets watched;
    Key key{};
    std::uint64_t duration_ns = 0; ///< 0: until `stop`, or the end of all watched processes
};

/// Writes the messages in which nodes and relays describe themselves and tell their time.
class Speaker {
public:
    Speaker(const Seal& seal, NodeInfo info);

    const NodeInfo& info() const { return info_; }
    std::uint64_t master() const { return master_; } ///< 0: no master has answered
    bool is_known() const { return is_known_; }      ///< the master has got hello()
    Envelope envelope() const { return {info_.id, master_}; }

    void heed(std::uint64_t master) { master_ = master; }

    Datagram hello() const;
    /// Returns the answer to an order that came at `received_ns`; an empty one if none is wanted.
    Datagram answer(const Order& order, std::uint64_t master, std::uint64_t received_ns);

private:
    const Seal& seal_;
    NodeInfo info_;
    std::uint64_t master_ = 0;
    bool is_known_ = false;
};

/// Calls `heed` for each order that has arrived, and drops other datagrams.
void receive_orders(
    UdpSocket& socket, const Seal& seal,
    const std::function<void(const Envelope&, const Order&, std::uint64_t received_ns)>& heed);

class Agent {
public:
    explicit Agent(AgentOptions options);

    const NodeInfo& info() const { return speaker_.info(); }
    bool is_heard() const { return speaker_.master() != 0; }
    std::uint64_t samples() const { return sample_.sequence; }
    const Settings& settings() const { return settings_; }

    /// Runs until `stop`, or until the options end it. Calls `tick` after each sample.
    void run(const std::atomic<bool>& stop, const std::function<void()>& tick);

private:
    void send_sample();
    void set_timer(int timer) const;
    bool listen();

    AgentOptions options_;
    Seal seal_;
    Address master_;
    UdpSocket socket_;
    NodeSampler sampler_;
    Speaker speaker_;
    Settings settings_;
    Sample sample_;
};

std::string host_name();

} // namespace proxima::node
