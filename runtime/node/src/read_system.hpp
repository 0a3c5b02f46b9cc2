// What /proc says of the whole node.
#pragma once

#include "proc_file.hpp"

#include <proxima/node/sample.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace proxima::node {

class SystemFiles {
public:
    /// Of the disks only these; of all if there are none.
    explicit SystemFiles(std::vector<std::string> disks);

    void read(Sample& sample, Groups groups);

private:
    void read_cpu(Sample& sample) const;
    void read_memory(Sample& sample) const;
    void read_network(Sample& sample) const;
    void read_disks(Sample& sample);
    void read_pressure(Sample& sample) const;
    bool is_disk_of_node(std::string_view name) const;
    bool is_whole_disk(std::string_view name);

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
    std::vector<std::string> disks_;
    std::uint64_t us_per_tick_;

    /// Whether what has been seen is a disk of its own: asked of /sys once for each.
    struct KnownDisk {
        std::array<char, longest_device_name + 1> name{};
        bool is_whole = false;
    };
    std::array<KnownDisk, 256> known_{};
    std::size_t known_count_ = 0;
};

} // namespace proxima::node
