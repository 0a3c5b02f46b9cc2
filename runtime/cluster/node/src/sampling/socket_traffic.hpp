// Counts what the TCP sockets of given processes have sent and received, without the loopback.
#pragma once

#include "sampling/proc_file.hpp"

#include <proxima/base/descriptor.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace proxima::node {

// Processes in the sampler's own network namespace only: the kernel lists no other sockets.
class SocketTraffic {
public:
    SocketTraffic();

    // False if the kernel does not list sockets.
    bool is_available() const { return descriptor_.is_open(); }

    // Looks for sockets of the processes.
    void list(const std::vector<int>& pids);

    // Reads the totals of all sockets seen so far; a socket that was closed keeps its last ones.
    void read();

    struct Traffic {
        std::uint64_t sent = 0, received = 0; // bytes
        std::uint64_t round_trips = 0;        // messages there and back that filled no packet
    };
    Traffic total() const;
    // True if a process has sockets whose traffic the kernel does not count: UDP.
    bool has_uncounted() const { return uncounted_ > 0; }

private:
    void read(int family, int protocol);

    base::Descriptor descriptor_;
    std::map<std::uint64_t, Traffic> sockets_; // by inode
    std::uint64_t uncounted_ = 0;
};

// Bytes of all interfaces but the loopback in the text of net/dev: received and sent.
std::pair<std::uint64_t, std::uint64_t> traffic_of_links(std::string_view text);

// Bounds what UDP sockets have moved in a direction: the kernel counts no bytes of them, but those
// of interfaces, bridges included, and datagrams.
class MostUncounted {
public:
    // Reads the counters. Adds what they have grown if there are UDP sockets, or were last time.
    std::uint64_t bytes(bool has_sockets);

private:
    ProcFile links_{"/proc/self/net/dev"}, udp_{"/proc/self/net/snmp"},
        udp6_{"/proc/self/net/snmp6"};
    std::uint64_t last_received_ = 0, last_sent_ = 0, last_datagrams_ = 0, bytes_ = 0;
    bool had_sockets_ = false;
};

} // namespace proxima::node
