// A node: sends samples to its master, and follows its orders.
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
    std::string master; ///< its address
    std::string name;   ///< empty: that of the host
    std::uint64_t interval_ns = 1'000'000'000;
    Groups groups = all_groups;
    WatchTargets watched;
    Key key{};
    std::uint64_t duration_ns = 0; ///< 0: until `stop`, or the end of all watched processes
};

/// Tells a master about a node: its description, and its clock. Used by nodes and relays.
class Speaker {
public:
    Speaker(const Seal& seal, NodeInfo info);

    const NodeInfo& info() const { return info_; }
    std::uint64_t master() const { return master_; } ///< 0: none has answered yet
    Envelope envelope() const { return {info_.id, master_}; }

    void heed(std::uint64_t master) { master_ = master; }

    Datagram hello() const;
    /// The answer to an order that came at `received_ns`; of size 0: none.
    Datagram answer(const Order& order, std::uint64_t master, std::uint64_t received_ns);

private:
    const Seal& seal_;
    NodeInfo info_;
    std::uint64_t master_ = 0;
};

/// Calls `heed` for each order that has arrived; other datagrams are dropped.
void receive_orders(
    UdpSocket& socket, const Seal& seal,
    const std::function<void(const Envelope&, const Order&, std::uint64_t received_ns)>& heed);

class Agent {
public:
    /// Throws base::Error.
    explicit Agent(AgentOptions options);

    const NodeInfo& info() const { return speaker_.info(); }
    bool is_heard() const { return speaker_.master() != 0; }
    std::uint64_t samples() const { return sample_.sequence; }
    const Settings& settings() const { return settings_; }

    /// Runs until `stop`, or until the options say. Calls `tick` after each sample.
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
