// Reads what /proc and the processor's counters say of this node, or of some processes on it.
// Thread-safety: none; one thread uses an object.
#pragma once

#include <proxima/node/log.hpp>
#include <proxima/node/sample.hpp>

#include <memory>
#include <string>
#include <vector>

namespace proxima::node {

/// Whom the process_* metrics are of, and which disks are the node's.
struct Watched {
    std::vector<int> pids; ///< with all their descendants
    std::string cgroup;    ///< directory of a group (version 2), with those below it; or empty
    std::vector<std::string> disks; ///< a container sees those of its machine; empty: all
};

class Sampler {
public:
    /// Throws base::Error if a process or group is not there.
    explicit Sampler(Watched watched);
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;
    ~Sampler();

    /// Sets time, values and devices of `sample`, as far as the system has them and `groups` wants
    /// them. Allocates nothing, but once a second if processes are watched.
    void read(Sample& sample, Groups groups);

    /// False once all watched processes have ended.
    bool has_something_to_watch() const;

    /// How many processors there are, what is watched, and what counts instructions.
    NodeInfo describe() const;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

/// CLOCK_MONOTONIC_RAW
std::uint64_t raw_now_ns();

} // namespace proxima::node
