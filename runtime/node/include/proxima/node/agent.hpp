// A node: samples in intervals, tells its master, and does what that says.
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
    Watched watched;
    Key key{};
    std::uint64_t duration_ns = 0; ///< 0: until it is stopped, or nothing is left to watch
};

/// What a node says to its master besides samples: who it is, and what its clock shows. Relays have
/// it, too.
class Speaker {
public:
    Speaker(const Seal& seal, NodeInfo info) : seal_(seal), info_(std::move(info)) {}

    const NodeInfo& info() const { return info_; }
    std::uint64_t master() const { return master_; } ///< 0: none has been heard of
    Envelope envelope() const { return {info_.id, master_}; }

    void heed(std::uint64_t master) { master_ = master; }

    Datagram hello() const;
    /// What is to be answered to an order; nothing if the size is 0. `received_ns` is when it came.
    Datagram answer(const Order& order, std::uint64_t master, std::uint64_t received_ns);

private:
    const Seal& seal_;
    NodeInfo info_;
    std::uint64_t master_ = 0;
};

class Agent {
public:
    /// Throws base::Error.
    explicit Agent(AgentOptions options);

    const NodeInfo& info() const { return speaker_.info(); }
    bool is_heard() const { return speaker_.master() != 0; }
    std::uint64_t samples() const { return sample_.sequence; }
    const Settings& settings() const { return settings_; }

    /// Until `stop`, or the end. Calls `tick` after each sample.
    void run(const std::atomic<bool>& stop, const std::function<void()>& tick);

private:
    void send_sample();
    void set_timer(int timer) const;
    bool follow(const Settings& wanted);
    bool listen();

    AgentOptions options_;
    Seal seal_;
    Address master_;
    UdpSocket socket_;
    Sampler sampler_;
    Speaker speaker_;
    Settings settings_;
    Sample sample_;
};

std::string host_name();

} // namespace proxima::node
