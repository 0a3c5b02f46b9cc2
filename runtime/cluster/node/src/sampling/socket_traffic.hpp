// Counts what the TCP sockets of given processes have sent and received, without the loopback.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <cstdint>
#include <map>
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

} // namespace proxima::node
