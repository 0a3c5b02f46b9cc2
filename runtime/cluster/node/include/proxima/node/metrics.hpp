// The metrics of a sample in one table: name, unit, and counter or level.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace proxima::node {

/// Can be switched on and off while a node runs.
enum class Group : std::uint8_t { cpu, counters, memory, disk, network, pressure, processes };
constexpr std::array<std::string_view, 7> group_names{"cpu",     "counters", "memory",   "disk",
                                                      "network", "pressure", "processes"};
using Groups = std::uint8_t;
constexpr Groups all_groups = 0x7f;
constexpr Groups bit(Group group) {
    return static_cast<Groups>(1U << static_cast<unsigned>(group));
}

enum class Kind : std::uint8_t { counter, level };

struct MetricInfo {
    std::string_view name;
    std::string_view unit; ///< after scaling: `s`, `B`, or empty for a number
    double scale;          ///< from the value in the sample to that unit
    Kind kind;
    Group group;
};

/// Of the whole node; `process_*` of the processes of --pid or --cgroup. The file format has the
/// same order: append only.
enum class Metric : std::uint8_t {
    cpu_user,
    cpu_system,
    cpu_idle,
    cpu_iowait,
    cpu_steal,
    cpu_run_wait, ///< runnable and not running, summed over threads
    context_switches,
    running,
    instructions,
    cycles,
    memory_total,
    memory_available,
    memory_dirty,
    faults,
    major_faults,
    swapped_in,
    swapped_out,
    tcp_segments_sent,
    tcp_retransmits,
    pressure_cpu_some,
    pressure_memory_some,
    pressure_memory_full,
    pressure_io_some,
    pressure_io_full,
    process_count,
    process_user,
    process_system,
    process_run_wait,
    process_memory,
    process_faults,
    process_major_faults,
    process_read,
    process_written,
    own_cpu,
    own_read_time,
};
constexpr std::size_t metric_count = 35;

constexpr double micro = 1e-6;
constexpr std::array<MetricInfo, metric_count> metrics{{
    {"cpu_user", "s", micro, Kind::counter, Group::cpu},
    {"cpu_system", "s", micro, Kind::counter, Group::cpu},
    {"cpu_idle", "s", micro, Kind::counter, Group::cpu},
    {"cpu_iowait", "s", micro, Kind::counter, Group::cpu},
    {"cpu_steal", "s", micro, Kind::counter, Group::cpu},
    {"cpu_run_wait", "s", micro, Kind::counter, Group::cpu},
    {"context_switches", "", 1, Kind::counter, Group::cpu},
    {"running", "", 1, Kind::level, Group::cpu},
    {"instructions", "", 1, Kind::counter, Group::counters},
    {"cycles", "", 1, Kind::counter, Group::counters},
    {"memory_total", "B", 1024, Kind::level, Group::memory},
    {"memory_available", "B", 1024, Kind::level, Group::memory},
    {"memory_dirty", "B", 1024, Kind::level, Group::memory},
    {"faults", "", 1, Kind::counter, Group::memory},
    {"major_faults", "", 1, Kind::counter, Group::memory},
    {"swapped_in", "", 1, Kind::counter, Group::memory},
    {"swapped_out", "", 1, Kind::counter, Group::memory},
    {"tcp_segments_sent", "", 1, Kind::counter, Group::network},
    {"tcp_retransmits", "", 1, Kind::counter, Group::network},
    {"pressure_cpu_some", "s", micro, Kind::counter, Group::pressure},
    {"pressure_memory_some", "s", micro, Kind::counter, Group::pressure},
    {"pressure_memory_full", "s", micro, Kind::counter, Group::pressure},
    {"pressure_io_some", "s", micro, Kind::counter, Group::pressure},
    {"pressure_io_full", "s", micro, Kind::counter, Group::pressure},
    {"process_count", "", 1, Kind::level, Group::processes},
    {"process_user", "s", micro, Kind::counter, Group::processes},
    {"process_system", "s", micro, Kind::counter, Group::processes},
    {"process_run_wait", "s", micro, Kind::counter, Group::processes},
    {"process_memory", "B", 1024, Kind::level, Group::processes},
    {"process_faults", "", 1, Kind::counter, Group::processes},
    {"process_major_faults", "", 1, Kind::counter, Group::processes},
    {"process_read", "B", 1, Kind::counter, Group::processes},
    {"process_written", "B", 1, Kind::counter, Group::processes},
    {"own_cpu", "s", micro, Kind::counter, Group::cpu}, // in each sample, as the next
    {"own_read_time", "s", micro, Kind::counter, Group::cpu},
}};

/// Of each whole disk; not of partitions, LVM or RAID.
enum class DiskField : std::uint8_t {
    reads,
    read_merges,
    read_bytes,
    writes,
    write_merges,
    write_bytes,
    busy,
    waiting,    ///< requests times seconds
    traced,     ///< accesses whose order is known; the next two are of them
    sequential, ///< begin where the one before ended
    stride,     ///< distances of the others
};
constexpr std::array<MetricInfo, 11> disk_fields{{
    {"reads", "", 1, Kind::counter, Group::disk},
    {"read_merges", "", 1, Kind::counter, Group::disk},
    {"read_bytes", "B", 512, Kind::counter, Group::disk},
    {"writes", "", 1, Kind::counter, Group::disk},
    {"write_merges", "", 1, Kind::counter, Group::disk},
    {"write_bytes", "B", 512, Kind::counter, Group::disk},
    {"busy", "s", 1e-3, Kind::counter, Group::disk},
    {"waiting", "s", 1e-3, Kind::counter, Group::disk},
    {"traced", "", 1, Kind::counter, Group::disk},
    {"sequential", "", 1, Kind::counter, Group::disk},
    {"stride_bytes", "B", 512, Kind::counter, Group::disk},
}};

/// Of each network interface.
enum class LinkField : std::uint8_t { received, received_packets, sent, sent_packets, dropped };
constexpr std::array<MetricInfo, 5> link_fields{{
    {"received_bytes", "B", 1, Kind::counter, Group::network},
    {"received_packets", "", 1, Kind::counter, Group::network},
    {"sent_bytes", "B", 1, Kind::counter, Group::network},
    {"sent_packets", "", 1, Kind::counter, Group::network},
    {"dropped_packets", "", 1, Kind::counter, Group::network},
}};

} // namespace proxima::node
