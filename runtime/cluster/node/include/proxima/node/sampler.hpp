// Reads /proc and the processor's counters, of this node and of watched processes. Linux only.
//
//     node::NodeSampler sampler(node::WatchTargets{});
//     node::Sample sample;
//     sampler.read(sample, node::all_groups);
//     std::cout << sample.value(node::Metric::context_switches) << '\n';
//
// Units: as in metrics.hpp; times in ns.
// Thread safety: one thread at a time uses an object.
// Errors: the constructor throws base::Error if a watched process or group does not exist.
#pragma once

#include <proxima/node/sample.hpp>

#include <memory>
#include <string>
#include <vector>

namespace proxima::node {

/// Selects the processes of the process_* metrics, and the disks of the node.
struct WatchTargets {
    std::vector<int> pids;          ///< and their descendants
    std::string cgroup;             ///< directory of a control group and its children; or empty
    std::vector<std::string> disks; ///< empty: all of the machine
};

class NodeSampler {
public:
    /// Throws base::Error if a process or group does not exist.
    explicit NodeSampler(const WatchTargets& watched);
    NodeSampler(const NodeSampler&) = delete;
    NodeSampler& operator=(const NodeSampler&) = delete;
    ~NodeSampler();

    /// Sets time, values and devices of `sample` that the system has and `groups` selects.
    void read(Sample& sample, Groups groups);

    /// Returns false once all watched processes have ended.
    bool has_something_to_watch() const;

    /// Returns a description of the node, without id and name.
    NodeInfo describe() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Returns the time of CLOCK_MONOTONIC_RAW.
std::uint64_t raw_now_ns();
/// Returns the time since 1970.
std::uint64_t real_now_ns();

} // namespace proxima::node
