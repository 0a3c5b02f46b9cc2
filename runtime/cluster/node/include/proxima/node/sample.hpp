// Holds a sample of a node: a datagram, and a record of the log. FORMAT.md describes the bytes.
// Counters are totals, so that a lost sample loses resolution but no amount.
//
//     node::Sample sample;
//     sample.set(node::Metric::running, 3);
//     std::vector<std::uint8_t> bytes(512);
//     bytes.resize(node::encode(sample, bytes));
//     const auto same = node::decode_sample(bytes);
//
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
#pragma once

#include <proxima/node/metrics.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace proxima::node {

constexpr std::size_t longest_device_name = 31;

template <std::size_t fields>
struct Device {
    std::string name;
    std::array<std::uint64_t, fields> values{};
};
using Disk = Device<disk_fields.size()>;
using Link = Device<link_fields.size()>;

struct Sample {
    std::uint64_t node = 0; ///< random for each start of a node
    std::uint64_t sequence = 0;
    std::uint64_t clock = 0;    ///< owner of the clock that gave the time: `node`, or a relay
    std::uint64_t time_ns = 0;  ///< CLOCK_MONOTONIC_RAW when reading began
    std::uint64_t bound_ns = 0; ///< error that relays added
    std::uint64_t interval_ns = 0;
    std::uint64_t real_ns = 0;  ///< CLOCK_REALTIME at the same moment; 0: unknown
    std::uint64_t settings = 0; ///< version of the settings that the node follows
    std::uint64_t present = 0;  ///< a bit for each Metric
    std::array<std::uint64_t, metric_count> values{};
    std::vector<Disk> disks;
    std::vector<Link> links;

    bool has(Metric metric) const { return (present >> static_cast<unsigned>(metric) & 1) != 0; }
    std::uint64_t value(Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
    void set(Metric metric, std::uint64_t value) {
        present |= std::uint64_t{1} << static_cast<unsigned>(metric);
        values[static_cast<std::size_t>(metric)] = value;
    }
    void unset(Metric metric) { present &= ~(std::uint64_t{1} << static_cast<unsigned>(metric)); }
};

/// Description of a node. Logged when the node is new, and when the description changes.
struct NodeInfo {
    std::uint64_t id = 0; ///< same as in its samples
    std::string name;     ///< stays the same after a restart
    std::uint64_t processors = 0;
    std::string watched;  ///< `pid 17`, `cgroup /x` or empty
    std::string counting; ///< processes whose instructions are counted, or why none are
    std::string tracing;  ///< `traced`, or the reason why the order of disk accesses is estimated
    bool is_relay = false;

    friend bool operator==(const NodeInfo&, const NodeInfo&) = default;
};

/// Writes the values, and the first disks and interfaces that fit, and removes them from the
/// sample; the others fit into further samples of the same moment. Returns the size, or 0 if `to`
/// is too small even without disks and interfaces.
std::size_t encode(Sample& sample, std::span<std::uint8_t> to);

/// Returns nothing if the bytes are not a sample.
std::optional<Sample> decode_sample(std::span<const std::uint8_t> bytes);

} // namespace proxima::node
