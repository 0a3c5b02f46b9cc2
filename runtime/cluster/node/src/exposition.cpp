#include "exposition.hpp"

#include <proxima/base/text.hpp>

#include <array>
#include <charconv>
#include <map>
#include <vector>

namespace proxima::node {
namespace {

constexpr std::uint64_t forgotten_after_ns = 300'000'000'000;

struct Shown {
    const KnownNode* node;
    Sample sample;
};

using base::openmetrics_label;

std::string number(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

std::string_view unit_word(std::string_view unit) {
    return unit == "s" ? "seconds" : unit == "B" ? "bytes" : "";
}

// A name in the manner of Prometheus: with the unit at its end.
std::string family_name(std::string_view before, const MetricInfo& metric) {
    const auto unit = std::string(unit_word(metric.unit));
    std::string name = "proxima_node_" + std::string(before) + std::string(metric.name);
    return unit.empty() || name.ends_with(unit) ? name : name + "_" + unit;
}

class Family {
public:
    Family(std::string& text, std::string name, std::string_view unit, MetricKind kind)
        : text_(text), name_(std::move(name)),
          suffix_(kind == MetricKind::counter ? "_total" : "") {
        text_ += "# TYPE " + name_ + (kind == MetricKind::counter ? " counter\n" : " gauge\n");
        if (!unit.empty() && name_.ends_with(unit)) {
            text_ += "# UNIT " + name_ + " " + std::string(unit) + "\n";
        }
    }

    void add(const std::string& labels, double value) {
        text_ += name_ + suffix_ + "{" + labels + "} " + number(value) + "\n";
    }

private:
    std::string& text_;
    std::string name_;
    std::string suffix_;
};

std::string node_label(const Shown& shown) {
    return "node=" + openmetrics_label(shown.node->info.name);
}

// A family for each field; `each(sample, i, add)` adds the values of field `i`, with their labels.
template <class Fields, class Each>
void write_fields(std::string& text, const std::vector<Shown>& all, std::string_view before,
                  const Fields& fields, Each each) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Family family(text, family_name(before, fields[i]), unit_word(fields[i].unit),
                      fields[i].kind);
        for (const auto& shown : all) {
            each(shown.sample, i, [&](const std::string& more_labels, std::uint64_t value) {
                family.add(node_label(shown) + more_labels,
                           static_cast<double>(value) * fields[i].scale);
            });
        }
    }
}

void write_values(std::string& text, const std::vector<Shown>& all) {
    write_fields(text, all, "", metrics, [](const Sample& sample, std::size_t i, auto add) {
        if (sample.has(static_cast<Metric>(i))) {
            add("", sample.values[i]);
        }
    });
    const auto of = [](const auto& devices, std::size_t i, auto add) {
        for (const auto& device : devices.shown()) {
            add(",device=" + openmetrics_label(device.name()), device.values[i]);
        }
    };
    write_fields(text, all, "disk_", disk_fields,
                 [&](const Sample& sample, std::size_t i, auto add) { of(sample.disks, i, add); });
    write_fields(text, all, "network_", link_fields,
                 [&](const Sample& sample, std::size_t i, auto add) { of(sample.links, i, add); });
}

void write_state(std::string& text, const std::vector<Shown>& all, std::uint64_t now_ns) {
    const auto each = [&](const char* name, std::string_view unit, MetricKind kind, auto value) {
        Family family(text, name, unit, kind);
        for (const auto& shown : all) {
            family.add(node_label(shown), value(*shown.node));
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

// Of nodes with the same name the one that was heard last: a name is one series.
std::vector<Shown> nodes_to_show(const NodeTable& nodes, std::uint64_t now_ns) {
    std::map<std::string_view, const KnownNode*> newest;
    for (const auto& [id, node] : nodes) {
        if (node.newest_size == 0 || now_ns - node.newest_received_ns > forgotten_after_ns) {
            continue;
        }
        auto& kept = newest[node.info.name];
        if (kept == nullptr || kept->newest_received_ns < node.newest_received_ns) {
            kept = &node;
        }
    }
    std::vector<Shown> shown;
    for (const auto& [name, node] : newest) {
        if (const auto sample = decode_sample({node->newest.data(), node->newest_size})) {
            shown.push_back({node, *sample});
        }
    }
    return shown;
}

} // namespace

std::string exposition(const NodeTable& nodes, const Drops& drops, std::uint64_t now_ns) {
    const auto all = nodes_to_show(nodes, now_ns);
    std::string text;
    write_state(text, all, now_ns);
    write_values(text, all);
    Family dropped(text, "proxima_master_dropped_datagrams", "", MetricKind::counter);
    for (std::size_t i = 0; i < drop_count; ++i) {
        dropped.add("reason=" + openmetrics_label(drop_names[i]),
                    static_cast<double>(drops.counts[i]));
    }
    return text + "# EOF\n";
}

} // namespace proxima::node
