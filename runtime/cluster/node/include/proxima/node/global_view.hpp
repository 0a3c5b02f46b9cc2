// Puts all nodes of a run on one time axis: seconds since the run's first master began.
//
//     const auto view = node::read_view("run1");
//     for (const auto& one : view.nodes) {
//         if (const auto cpu = one.amount(node::Metric::cpu_user, 10, 20)) {
//             std::printf("%s: %g s\n", one.name.c_str(), cpu->value);
//         }
//     }
//
// Units: seconds, and those of metrics.hpp.
// Ownership: values.
// Thread safety: threads may share const objects, as with plain values.
// Errors: read_view() throws base::Error.
#pragma once

#include <proxima/node/clock.hpp>
#include <proxima/node/log.hpp>
#include <proxima/node/series.hpp>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::node {

enum class Of : std::uint8_t { node, disk, link };

/// Name of a series: a metric of the node, or a field of a disk or interface.
struct SeriesKey {
    Of of = Of::node;
    std::uint8_t field = 0;
    std::string device = {};

    SeriesKey(Metric metric) : field(static_cast<std::uint8_t>(metric)) {}
    SeriesKey(DiskField one, std::string disk)
        : of(Of::disk), field(static_cast<std::uint8_t>(one)), device(std::move(disk)) {}
    SeriesKey(LinkField one, std::string link)
        : of(Of::link), field(static_cast<std::uint8_t>(one)), device(std::move(link)) {}

    const MetricInfo& info() const;
    /// Returns a name such as `cpu_user`, `disk.sda.reads` or `network.eth0.sent_bytes`.
    std::string name() const;

    friend auto operator<=>(const SeriesKey&, const SeriesKey&) = default;
};

/// Samples of one run of a node's sampler, from start to end.
struct Stretch {
    NodeInfo info;
    double first = 0, last = 0; ///< seconds
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;      ///< before the last that arrived
    std::uint64_t reordered = 0; ///< arrived after a later one
    std::uint64_t duplicates = 0, late = 0;
    double longest_gap = 0;
    double interval = 0;      ///< newest interval
    double clock_bound = 0;   ///< largest error bound of a sample's time, seconds
    double typical_bound = 0; ///< median of these bounds
    double drift = 0, drift_bound = 0;
    std::uint64_t clock_steps = 0;
    std::optional<double> round_trip; ///< shortest, seconds; unset: times are those of arrival
    std::vector<double> moments;      ///< times of the samples, in order
    bool is_on_masters_host = false;  ///< has the same clock as the master
    std::vector<double> real_moments; ///< the same by the node's real time; NaN: unknown
    std::map<SeriesKey, Series> series;
};

/// Samples that arrived, and those that did not.
struct SampleLosses {
    std::uint64_t samples = 0; ///< arrived
    std::uint64_t lost = 0;    ///< before the last that arrived
    std::uint64_t reordered = 0, duplicates = 0, late = 0;

    double share() const {
        return lost > 0 ? static_cast<double>(lost) / static_cast<double>(samples + lost) : 0;
    }
};

struct NodeView {
    std::string name;
    std::vector<Stretch> stretches; ///< sorted by time; a restart begins each but the first

    const NodeInfo& info() const { return stretches.back().info; }
    double first() const { return stretches.front().first; }
    double last() const { return stretches.back().last; }

    /// Returns nothing unless samples of one stretch cover the time.
    std::optional<IntervalEstimate> amount(const SeriesKey& key, double from, double to) const;
    std::optional<IntervalEstimate> level(const SeriesKey& key, double at) const;
    std::vector<const Series*> series(const SeriesKey& key) const; ///< one for each stretch
    /// Returns the names of disks or interfaces.
    std::vector<std::string> devices(Of of) const;
    double covered() const; ///< sum of the stretches, in seconds
    SampleLosses losses() const;
};

struct GlobalView {
    std::vector<NodeView> nodes; ///< sorted by name
    std::uint64_t start_real_ns = 0;
    std::string host; ///< host of the first master
    double first = 0, last = 0;
    std::uint64_t masters = 0; ///< number of logs
    bool has_ended = false;    ///< the last master ended by itself
    Drops drops;               ///< datagrams of unknown senders
    std::vector<std::string> relays;
    std::uint64_t torn_bytes = 0;      ///< bytes of records cut by a kill
    std::vector<std::string> problems; ///< unreadable parts of logs, one line each

    double longest_interval() const;
};

/// Reads the logs of a run. Fails if there is no log, or none is readable.
GlobalView read_view(const std::filesystem::path& run);

/// Time grid for all nodes.
struct Grid {
    double begin = 0, step = 1;
    std::size_t cells = 0;

    double at(std::size_t cell) const { return begin + step * static_cast<double>(cell); }
};
/// Returns a grid of at most `most_cells` cells. Step 0: the longest interval of a node.
Grid grid_of(const GlobalView& view, double step, std::size_t most_cells);

/// Values by cell; unset where samples do not cover the cell.
using GridCells = std::vector<std::optional<IntervalEstimate>>;
/// Returns for each cell the rate of a counter per second, or the level in its middle.
GridCells on_grid(const NodeView& node, const SeriesKey& key, const Grid& grid);

/// Returns the share of all processors that the watched processes used, or without watched
/// processes all processes. A container sees the times of its whole machine.
GridCells processor_share(const NodeView& node, const Grid& grid);
/// Returns bytes a second, read and written.
GridCells disk_traffic(const NodeView& node, const Grid& grid);
/// Returns bytes a second, received and sent, without the loopback.
GridCells network_traffic(const NodeView& node, const Grid& grid);

struct DiskAccesses {
    double requests = 0, merges = 0, bytes = 0;
    double traced = 0, sequential = 0; ///< 0: not traced

    /// Returns the number of requests that do not begin where the previous one ended, by the traced
    /// ones; without traced ones, an estimate that takes merged and large requests as sequential.
    double jumps() const;
};

} // namespace proxima::node
