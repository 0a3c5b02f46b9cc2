// Reads /proc and the processor's counters, of this node and of watched processes.
// Thread-safety: one thread for each object.
#pragma once

#include <proxima/node/sample.hpp>

#include <memory>
#include <string>
#include <vector>

namespace proxima::node {

/// The processes of the process_* metrics, and the disks of the node.
struct WatchTargets {
    std::vector<int> pids; ///< and their descendants
    std::string cgroup;    ///< directory of a group (version 2), with those below it; or empty
    std::vector<std::string> disks; ///< empty: all of the machine
};

class NodeSampler {
public:
    /// Throws base::Error if a process or group does not exist.
    explicit NodeSampler(WatchTargets watched);
    NodeSampler(const NodeSampler&) = delete;
    NodeSampler& operator=(const NodeSampler&) = delete;
    ~NodeSampler();

    /// Sets time, values and devices of `sample`, as far as the system has them and `groups` asks
    /// for them. Allocates at most once a second, for watched processes.
    void read(Sample& sample, Groups groups);

    /// False once all watched processes have ended.
    bool has_something_to_watch() const;

    /// Number of processors, watched processes, and what counts instructions.
    NodeInfo describe() const;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

/// CLOCK_MONOTONIC_RAW
std::uint64_t raw_now_ns();
/// Since 1970.
std::uint64_t real_now_ns();

} // namespace proxima::node
