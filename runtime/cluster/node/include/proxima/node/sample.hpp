// A sample of a node: one datagram, one record of the log. FORMAT.md describes the bytes.
// Counters are totals, so that a lost sample loses resolution but no amount.
// Thread-safety: as plain values.
#pragma once

#include <proxima/node/metrics.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace proxima::node {

constexpr std::size_t most_devices = 16; ///< of each kind
constexpr std::size_t longest_device_name = 31;

template <std::size_t fields>
struct Device {
    std::array<char, longest_device_name + 1> name_text{}; ///< zero-terminated
    std::array<std::uint64_t, fields> values{};

    std::string_view name() const { return name_text.data(); }
};
using Disk = Device<disk_fields.size()>;
using Link = Device<link_fields.size()>;

template <class OneDevice>
struct Devices {
    std::array<OneDevice, most_devices> all{};
    std::size_t count = 0;
    std::uint64_t left_out = 0; ///< did not fit

    std::span<const OneDevice> shown() const { return {all.data(), count}; }
};

struct Sample {
    std::uint64_t node = 0; ///< random for each start of a node
    std::uint64_t sequence = 0;
    std::uint64_t clock = 0;    ///< whose clock the time is of: `node`, or a relay
    std::uint64_t time_ns = 0;  ///< CLOCK_MONOTONIC_RAW when reading began
    std::uint64_t bound_ns = 0; ///< error that relays added
    std::uint64_t interval_ns = 0;
    std::uint64_t settings = 0; ///< the version of the settings that it follows
    std::uint64_t present = 0;  ///< a bit for each Metric
    std::array<std::uint64_t, metric_count> values{};
    Devices<Disk> disks;
    Devices<Link> links;

    bool has(Metric metric) const { return (present >> static_cast<unsigned>(metric) & 1) != 0; }
    std::uint64_t value(Metric metric) const { return values[static_cast<std::size_t>(metric)]; }
    void set(Metric metric, std::uint64_t value) {
        present |= std::uint64_t{1} << static_cast<unsigned>(metric);
        values[static_cast<std::size_t>(metric)] = value;
    }
};

/// The description of a node. Written when it is new, and when it changes.
struct NodeInfo {
    std::uint64_t id = 0; ///< as in its samples
    std::string name;     ///< the same after a restart
    std::uint64_t processors = 0;
    std::string watched;  ///< `pid 17`, `cgroup /x` or empty
    std::string counting; ///< what is counted by instructions, or why nothing is
    std::string tracing;  ///< `traced`: the order of disk accesses, or why it is estimated
    bool is_relay = false;

    friend bool operator==(const NodeInfo&, const NodeInfo&) = default;
};

/// Returns the size; 0 if `to` is too small even without disks and interfaces. Writes the first
/// disks and interfaces that fit.
std::size_t encode(const Sample& sample, std::span<std::uint8_t> to);

/// Nothing if the bytes are not a sample.
std::optional<Sample> decode_sample(std::span<const std::uint8_t> bytes);

} // namespace proxima::node
