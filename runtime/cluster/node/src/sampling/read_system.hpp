// Reads metrics of the whole node from /proc.
#pragma once

#include "sampling/block_trace.hpp"
#include "sampling/proc_file.hpp"

#include <proxima/node/sample.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::node {

class SystemFiles {
public:
    // Samples only `disks`, or all disks if empty.
    explicit SystemFiles(std::vector<std::string> disks);

    void read(Sample& sample, Groups groups);

    const std::string& tracing() const { return trace_.description(); }

private:
    void read_cpu(Sample& sample) const;
    void read_memory(Sample& sample) const;
    void read_network(Sample& sample);
    void read_disks(Sample& sample);
    void read_pressure(Sample& sample) const;
    bool is_disk_of_node(std::string_view name) const;

    ProcFile stat_{"/proc/stat"};
    ProcFile schedstat_{"/proc/schedstat"};
    ProcFile meminfo_{"/proc/meminfo"};
    ProcFile vmstat_{"/proc/vmstat"};
    ProcFile diskstats_{"/proc/diskstats"};
    ProcFile links_{"/proc/self/net/dev"};
    ProcFile snmp_{"/proc/self/net/snmp"};
    ProcFile cpu_pressure_{"/proc/pressure/cpu"};
    ProcFile memory_pressure_{"/proc/pressure/memory"};
    ProcFile io_pressure_{"/proc/pressure/io"};
    BlockTrace trace_;
    std::vector<std::string> disks_;
    std::uint64_t us_per_tick_;

    // A fact about each device, as /sys says, asked for once.
    class DeviceFacts {
    public:
        bool holds(std::string_view name, bool (*ask)(std::string_view));

    private:
        std::map<std::string, bool, std::less<>> facts_;
    };
    DeviceFacts known_disks_, known_links_; // whole disks; links that repeat others
};

} // namespace proxima::node
