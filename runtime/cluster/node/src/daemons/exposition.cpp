#include "daemons/node_table.hpp"

#include <proxima/base/openmetrics.hpp>

#include <map>
#include <vector>

namespace proxima::node {
namespace {

using base::OpenMetrics;
using base::openmetrics_labels;

constexpr std::uint64_t forgotten_after_ns = 300'000'000'000;

using Shown = std::vector<const KnownNode*>;

std::string_view unit_word(std::string_view unit) {
    return unit == "s" ? "seconds" : unit == "B" ? "bytes" : "";
}

// Returns a name with the unit at its end, as Prometheus recommends.
std::string family_name(std::string_view before, const MetricInfo& metric) {
    const auto unit = std::string(unit_word(metric.unit));
    std::string name = "proxima_node_" + std::string(before) + std::string(metric.name);
    return unit.empty() || name.ends_with(unit) ? name : name + "_" + unit;
}

void begin_family(OpenMetrics& page, const std::string& name, std::string_view unit,
                  MetricKind kind) {
    using Type = OpenMetrics::Type;
    page.family(name, kind == MetricKind::counter ? Type::counter : Type::gauge, unit);
}

// Writes a family for each field. `each(sample, i, add)` adds the values of field `i` by device.
template <class Fields, class Each>
void write_fields(OpenMetrics& page, const Shown& all, std::string_view before,
                  const Fields& fields, Each each) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        begin_family(page, family_name(before, fields[i]), unit_word(fields[i].unit),
                     fields[i].kind);
        for (const auto* node : all) {
            each(node->newest, i, [&](std::string_view device, std::uint64_t value) {
                const std::string_view name = node->info.name;
                page.sample(device.empty()
                                ? openmetrics_labels({{"node", name}})
                                : openmetrics_labels({{"node", name}, {"device", device}}),
                            static_cast<double>(value) * fields[i].scale);
            });
        }
    }
}

void write_values(OpenMetrics& page, const Shown& all) {
    write_fields(page, all, "", metrics, [](const Sample& sample, std::size_t i, auto add) {
        if (sample.has(static_cast<Metric>(i))) {
            add("", sample.values[i]);
        }
    });
    const auto of = [](const auto& devices, std::size_t i, auto add) {
        for (const auto& device : devices) {
            add(device.name, device.values[i]);
        }
    };
    write_fields(page, all, "disk_", disk_fields,
                 [&](const Sample& sample, std::size_t i, auto add) { of(sample.disks, i, add); });
    write_fields(page, all, "network_", link_fields,
                 [&](const Sample& sample, std::size_t i, auto add) { of(sample.links, i, add); });
}

void write_state(OpenMetrics& page, const Shown& all, std::uint64_t now_ns) {
    const auto each = [&](const char* name, std::string_view unit, MetricKind kind, auto value) {
        begin_family(page, name, unit, kind);
        for (const auto* node : all) {
            page.sample(openmetrics_labels({{"node", node->info.name}}), value(*node));
        }
    };
    each("proxima_node_samples", "", MetricKind::counter,
         [](const KnownNode& node) { return static_cast<double>(node.window.count()); });
    each("proxima_node_lost_samples", "", MetricKind::level,
         [](const KnownNode& node) { return static_cast<double>(node.window.lost()); });
    each("proxima_node_sample_age_seconds", "seconds", MetricKind::level,
         [&](const KnownNode& node) {
             return static_cast<double>(now_ns - node.newest_received_ns) * 1e-9;
         });
}

// Keeps the node heard last among those with one name, because a name is one series.
Shown nodes_to_show(const NodeTable& nodes, std::uint64_t now_ns) {
    std::map<std::string_view, const KnownNode*> newest;
    for (const auto& [id, node] : nodes) {
        if (node.newest.time_ns == 0 || now_ns - node.newest_received_ns > forgotten_after_ns) {
            continue;
        }
        auto& kept = newest[node.info.name];
        if (kept == nullptr || kept->newest_received_ns < node.newest_received_ns) {
            kept = &node;
        }
    }
    Shown shown;
    for (const auto& [name, node] : newest) {
        shown.push_back(node);
    }
    return shown;
}

} // namespace

// Samples of one moment arrive in any order.
void KnownNode::keep(Sample sample, std::uint64_t received_ns) {
    if (sample.time_ns == newest.time_ns) {
        sample.disks.insert(sample.disks.end(), newest.disks.begin(), newest.disks.end());
        sample.links.insert(sample.links.end(), newest.links.begin(), newest.links.end());
        if (sample.present == 0) {
            sample.present = newest.present;
            sample.values = newest.values;
        }
    }
    newest = std::move(sample);
    newest_received_ns = received_ns;
}

std::string exposition(const NodeTable& nodes, const Drops& drops, std::uint64_t now_ns) {
    const auto all = nodes_to_show(nodes, now_ns);
    OpenMetrics page;
    write_state(page, all, now_ns);
    write_values(page, all);
    begin_family(page, "proxima_master_dropped_datagrams", "", MetricKind::counter);
    for (std::size_t i = 0; i < drop_count; ++i) {
        page.sample(openmetrics_labels({{"reason", drop_names[i]}}),
                    static_cast<double>(drops.counts[i]));
    }
    return page.end();
}

} // namespace proxima::node
