// Instructions and cycles, by perf_event_open where the kernel and the machine permit it.
#pragma once

#include <proxima/node/sample.hpp>

#include <string>
#include <vector>

namespace proxima::node {

class PerfCounters {
public:
    /// Counts in the threads and what they start, or in a control group, or in the node.
    PerfCounters(const std::vector<int>& threads, const std::string& cgroup);
    PerfCounters(const PerfCounters&) = delete;
    PerfCounters& operator=(const PerfCounters&) = delete;
    ~PerfCounters();

    void read(Sample& sample) const;

    /// What is counted, or why nothing is.
    const std::string& description() const { return description_; }

private:
    bool open(std::uint64_t event, int pid, int processor, unsigned long flags,
              std::vector<int>& descriptors);
    static std::uint64_t sum(const std::vector<int>& descriptors);
    void close_all();

    std::vector<int> instructions_, cycles_;
    std::string description_;
};

} // namespace proxima::node
