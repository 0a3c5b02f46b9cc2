// Lists the metrics of a sample in one table: name, unit, and counter or level.
//
//     const auto& cpu = node::metrics[static_cast<std::size_t>(node::Metric::cpu_user)];
//     std::cout << cpu.name << " in " << cpu.unit << '\n'; // cpu_user in s
//
// Units: a value times `scale` is in `unit`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace proxima::node {

/// Group of metrics that can be switched on and off while a node runs.
enum class MetricGroup : std::uint8_t { cpu, counters, memory, disk, network, pressure, processes };
constexpr std::array<std::string_view, 7> group_names{"cpu",     "counters", "memory",   "disk",
                                                      "network", "pressure", "processes"};
using Groups = std::uint8_t;
constexpr Groups all_groups = 0x7f;
constexpr Groups bit(MetricGroup group) {
    return static_cast<Groups>(1U << static_cast<unsigned>(group));
}

enum class MetricKind : std::uint8_t { counter, level };

struct MetricInfo {
    std::string_view name;
    std::string_view unit; ///< after scaling: `s`, `B`, or empty for a number
    double scale;          ///< from the value in the sample to that unit
    MetricKind kind;
    MetricGroup group;
};

/// Metrics of the whole node; `process_*` are those of the processes of --pid or --cgroup. The file
/// format has the same order, so only append.
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
    process_busy,      ///< the busiest thread of each interval ran
    process_busy_wait, ///< the same thread was runnable and not running
    process_throttled, ///< stopped by the limit of their control group
    process_io_wait,   ///< some process of the control group waited for input or output
    process_sent,      ///< by TCP, without the loopback
    process_received,
    process_round_trips, ///< small messages there and back
    process_uncounted,   ///< their other sockets, UDP, moved at most so much more in a direction
    disk_count,
};
constexpr std::size_t metric_count = 44;

constexpr double micro = 1e-6;
constexpr std::array<MetricInfo, metric_count> metrics{{
    {"cpu_user", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"cpu_system", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"cpu_idle", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"cpu_iowait", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"cpu_steal", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"cpu_run_wait", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"context_switches", "", 1, MetricKind::counter, MetricGroup::cpu},
    {"running", "", 1, MetricKind::level, MetricGroup::cpu},
    {"instructions", "", 1, MetricKind::counter, MetricGroup::counters},
    {"cycles", "", 1, MetricKind::counter, MetricGroup::counters},
    {"memory_total", "B", 1024, MetricKind::level, MetricGroup::memory},
    {"memory_available", "B", 1024, MetricKind::level, MetricGroup::memory},
    {"memory_dirty", "B", 1024, MetricKind::level, MetricGroup::memory},
    {"faults", "", 1, MetricKind::counter, MetricGroup::memory},
    {"major_faults", "", 1, MetricKind::counter, MetricGroup::memory},
    {"swapped_in", "", 1, MetricKind::counter, MetricGroup::memory},
    {"swapped_out", "", 1, MetricKind::counter, MetricGroup::memory},
    {"tcp_segments_sent", "", 1, MetricKind::counter, MetricGroup::network},
    {"tcp_retransmits", "", 1, MetricKind::counter, MetricGroup::network},
    {"pressure_cpu_some", "s", micro, MetricKind::counter, MetricGroup::pressure},
    {"pressure_memory_some", "s", micro, MetricKind::counter, MetricGroup::pressure},
    {"pressure_memory_full", "s", micro, MetricKind::counter, MetricGroup::pressure},
    {"pressure_io_some", "s", micro, MetricKind::counter, MetricGroup::pressure},
    {"pressure_io_full", "s", micro, MetricKind::counter, MetricGroup::pressure},
    {"process_count", "", 1, MetricKind::level, MetricGroup::processes},
    {"process_user", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_system", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_run_wait", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_memory", "B", 1024, MetricKind::level, MetricGroup::processes},
    {"process_faults", "", 1, MetricKind::counter, MetricGroup::processes},
    {"process_major_faults", "", 1, MetricKind::counter, MetricGroup::processes},
    {"process_read", "B", 1, MetricKind::counter, MetricGroup::processes},
    {"process_written", "B", 1, MetricKind::counter, MetricGroup::processes},
    {"own_cpu", "s", micro, MetricKind::counter, MetricGroup::cpu}, // in each sample, as the next
    {"own_read_time", "s", micro, MetricKind::counter, MetricGroup::cpu},
    {"process_busy", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_busy_wait", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_throttled", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_io_wait", "s", micro, MetricKind::counter, MetricGroup::processes},
    {"process_sent", "B", 1, MetricKind::counter, MetricGroup::processes},
    {"process_received", "B", 1, MetricKind::counter, MetricGroup::processes},
    {"process_round_trips", "", 1, MetricKind::counter, MetricGroup::processes},
    {"process_uncounted", "B", 1, MetricKind::counter, MetricGroup::processes},
    {"disk_count", "", 1, MetricKind::level, MetricGroup::disk},
}};

/// Fields of each whole disk, without partitions, LVM and RAID.
enum class DiskField : std::uint8_t {
    reads,
    read_merges,
    read_bytes,
    writes,
    write_merges,
    write_bytes,
    busy,
    waiting,    ///< requests times seconds
    traced,     ///< accesses whose order is known; basis of the next two
    sequential, ///< traced accesses that begin where the previous one ended
    stride,     ///< sum of the distances of the other traced accesses
};
constexpr std::array<MetricInfo, 11> disk_fields{{
    {"reads", "", 1, MetricKind::counter, MetricGroup::disk},
    {"read_merges", "", 1, MetricKind::counter, MetricGroup::disk},
    {"read_bytes", "B", 512, MetricKind::counter, MetricGroup::disk},
    {"writes", "", 1, MetricKind::counter, MetricGroup::disk},
    {"write_merges", "", 1, MetricKind::counter, MetricGroup::disk},
    {"write_bytes", "B", 512, MetricKind::counter, MetricGroup::disk},
    {"busy", "s", 1e-3, MetricKind::counter, MetricGroup::disk},
    {"waiting", "s", 1e-3, MetricKind::counter, MetricGroup::disk},
    {"traced", "", 1, MetricKind::counter, MetricGroup::disk},
    {"sequential", "", 1, MetricKind::counter, MetricGroup::disk},
    {"stride_bytes", "B", 512, MetricKind::counter, MetricGroup::disk},
}};

/// Fields of each network interface.
enum class LinkField : std::uint8_t { received, received_packets, sent, sent_packets, dropped };
constexpr std::array<MetricInfo, 5> link_fields{{
    {"received_bytes", "B", 1, MetricKind::counter, MetricGroup::network},
    {"received_packets", "", 1, MetricKind::counter, MetricGroup::network},
    {"sent_bytes", "B", 1, MetricKind::counter, MetricGroup::network},
    {"sent_packets", "", 1, MetricKind::counter, MetricGroup::network},
    {"dropped_packets", "", 1, MetricKind::counter, MetricGroup::network},
}};

} // namespace proxima::node
