// Counts instructions and cycles by perf_event_open, if kernel and machine permit it.
#pragma once

#include <proxima/base/descriptor.hpp>
#include <proxima/node/sample.hpp>

#include <string>
#include <vector>

namespace proxima::node {

class PerfCounters {
public:
    // Counts in the threads and their children, in a control group, or on the whole node.
    PerfCounters(const std::vector<int>& threads, const std::string& cgroup);

    void read(Sample& sample) const;

    // Names the counted processes, or the reason why nothing is counted.
    const std::string& description() const { return description_; }

private:
    bool open(std::uint64_t event, int pid, int processor, unsigned long flags,
              std::vector<base::Descriptor>& descriptors);
    static std::uint64_t sum(const std::vector<base::Descriptor>& descriptors);

    std::vector<base::Descriptor> instructions_, cycles_;
    std::string description_;
};

} // namespace proxima::node
