#include "node_use.hpp"

#include <algorithm>
#include <initializer_list>

namespace proxima::resources {
namespace {

using node::Metric;
using node::NodeView;
using platform::Used;

std::optional<Used> used_of(const NodeView& one, const node::SeriesKey& key, double from,
                            double to) {
    constexpr double deviations = 1.96; // half width of a 95 % interval
    const auto amount = one.amount(key, from, to);
    return amount
               ? std::optional<Used>({amount->value, (amount->high - amount->low) / 2 / deviations})
               : std::nullopt;
}

std::optional<Used> sum(std::initializer_list<std::optional<Used>> parts) {
    Used made;
    for (const auto& part : parts) {
        if (!part) {
            return std::nullopt;
        }
        made.seconds += part->seconds;
        made.error += part->error;
    }
    return made;
}

std::optional<Used> of_watched(const NodeView& one, double from, double to) {
    return sum({used_of(one, Metric::process_user, from, to),
                used_of(one, Metric::process_system, from, to)});
}

// The time for which disks were busy, or for which something waited for them if that is longer:
// network file systems have no device. Pressure is a mean over busy processors, so it says less
// the more others work.
std::optional<Used> greater(std::optional<Used> busy, std::optional<Used> pressure) {
    return !busy || (pressure && pressure->seconds > busy->seconds) ? pressure : busy;
}

// Waiting in the run queue, and a part of what a hypervisor took from the node.
std::optional<Used> taken_from_watched(const NodeView& one, double from, double to) {
    auto taken = used_of(one, Metric::process_run_wait, from, to);
    const auto stolen = used_of(one, Metric::cpu_steal, from, to);
    const auto own = of_watched(one, from, to);
    const auto all =
        sum({used_of(one, Metric::cpu_user, from, to), used_of(one, Metric::cpu_system, from, to)});
    if (taken && stolen && own && all && all->seconds > 0) {
        taken->seconds += stolen->seconds * std::min(own->seconds / all->seconds, 1.0);
    }
    return taken;
}

std::optional<Used> of_disks(const NodeView& one, double from, double to) {
    std::optional<Used> made;
    for (const auto& disk : one.devices(node::Of::disk)) {
        if (const auto more = used_of(one, {node::DiskField::busy, disk}, from, to)) {
            made = made.value_or(Used());
            made->seconds += more->seconds;
            made->error += more->error;
        }
    }
    return made;
}

// Disks that were busy for others count as far as the watched processes moved the bytes.
std::optional<Used> part_of_watched(const NodeView& one, const Used& busy, double from, double to) {
    const auto moved = sum({used_of(one, Metric::process_read, from, to),
                            used_of(one, Metric::process_written, from, to)});
    if (!moved) {
        return std::nullopt;
    }
    double all_bytes = 0;
    for (const auto& disk : one.devices(node::Of::disk)) {
        for (const auto field : {node::DiskField::read_bytes, node::DiskField::write_bytes}) {
            const auto bytes = one.amount({field, disk}, from, to);
            all_bytes += bytes ? bytes->value : 0;
        }
    }
    const double moved_bytes = moved->seconds; // in the unit of the metric
    const double part = moved_bytes < all_bytes ? moved_bytes / all_bytes : moved_bytes > 0 ? 1 : 0;
    return Used{busy.seconds * part, busy.error * part};
}

} // namespace

std::optional<Used> NodesUse::used(const NodeView& one, Resource resource, double from,
                                   double to) const {
    switch (resource) {
    case Resource::processor:
        return of_watched(one, from, to);
    case Resource::disk: {
        const auto busy =
            greater(of_disks(one, from, to), used_of(one, Metric::pressure_io_some, from, to));
        return busy ? part_of_watched(one, *busy, from, to) : busy;
    }
    case Resource::network:
        return of_network(one, from, to);
    case Resource::taken_away:
        return taken_from_watched(one, from, to);
    }
    return std::nullopt;
}

// The time that the larger direction of the processes' traffic takes at the rate of the network.
std::optional<Used> NodesUse::of_network(const NodeView& one, double from, double to) const {
    auto sent = used_of(one, Metric::process_sent, from, to);
    const auto received = used_of(one, Metric::process_received, from, to);
    if (sent && received && received->seconds > sent->seconds) {
        sent = received;
    }
    // Sockets that are not counted may have moved more.
    if (const auto more = used_of(one, Metric::process_uncounted, from, to); sent && more) {
        sent->seconds += more->seconds / 2;
        sent->error += more->seconds / 2;
    }
    return sent ? std::optional<Used>({sent->seconds / net_rate_, sent->error / net_rate_}) : sent;
}

} // namespace proxima::resources
