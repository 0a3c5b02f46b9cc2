#include "nodes/nodes_writers.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

using namespace node;

double rate(const NodeView& node, const SeriesKey& key, double seconds) {
    return seconds > 0 ? node.total(key) / seconds : 0;
}

void add_disks(const NodeView& node, NodeUsage& usage) {
    double blocks = 0;
    double sequential = 0;
    for (const auto& disk : node.devices(Of::disk)) {
        const auto total = [&](DiskField field) { return node.total(SeriesKey(field, disk)); };
        const auto bytes = total(DiskField::read_bytes) + total(DiskField::write_bytes);
        const auto accesses =
            disk_accesses(total(DiskField::reads) + total(DiskField::writes),
                          total(DiskField::read_merges) + total(DiskField::write_merges), bytes);
        blocks += accesses.blocks;
        sequential += accesses.sequential;
        usage.disk_bytes += bytes / usage.seconds;
    }
    usage.sequential = blocks > 0 ? sequential / blocks : -1;
}

void add_network(const NodeView& node, NodeUsage& usage) {
    for (const auto& link : node.devices(Of::link)) {
        if (link != "lo") {
            usage.network_bytes += rate(node, SeriesKey(LinkField::received, link), usage.seconds) +
                                   rate(node, SeriesKey(LinkField::sent, link), usage.seconds);
        }
    }
}

void add_memory(const NodeView& node, NodeUsage& usage) {
    const auto total = node.level(Metric::memory_total, node.last());
    const auto available = node.level(Metric::memory_available, node.last());
    if (total && available && total->value > 0) {
        usage.memory = 1 - available->value / total->value;
    }
}

} // namespace

NodeUsage usage_of(const NodeView& node) {
    NodeUsage usage;
    usage.seconds = node.covered();
    if (usage.seconds <= 0) {
        return usage;
    }
    const auto processors = static_cast<double>(std::max<std::uint64_t>(node.info().processors, 1));
    const auto share = [&](Metric metric) {
        return rate(node, metric, usage.seconds) / processors;
    };
    usage.user = share(Metric::cpu_user);
    usage.system = share(Metric::cpu_system);
    usage.iowait = share(Metric::cpu_iowait);
    usage.steal = share(Metric::cpu_steal);
    usage.pressure = rate(node, Metric::pressure_cpu_some, usage.seconds);
    usage.own_cpu = rate(node, Metric::own_cpu, usage.seconds);
    add_disks(node, usage);
    add_network(node, usage);
    add_memory(node, usage);
    return usage;
}

} // namespace proxima::cli
