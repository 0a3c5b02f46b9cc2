// Answers questions to a global view.
#include <proxima/node/global_view.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::node {
namespace {

// Adds up series where all are known.
GridCells sum_of(const NodeView& node, const std::vector<SeriesKey>& keys, const Grid& grid,
                 double factor) {
    GridCells sum(grid.cells);
    bool is_first = true;
    for (const auto& key : keys) {
        const auto cells = on_grid(node, key, grid);
        for (std::size_t i = 0; i < grid.cells; ++i) {
            if (is_first && cells[i]) {
                sum[i] = IntervalEstimate{0, 0, 0};
            }
            if (!cells[i] || !sum[i]) {
                continue; // a device that came later
            }
            sum[i]->value += factor * cells[i]->value;
            sum[i]->low += factor * cells[i]->low;
            sum[i]->high += factor * cells[i]->high;
        }
        is_first = false;
    }
    return sum;
}

} // namespace

const MetricInfo& SeriesKey::info() const {
    return of == Of::node   ? metrics[field]
           : of == Of::disk ? disk_fields[field]
                            : link_fields[field];
}

std::string SeriesKey::name() const {
    const std::string field_name(info().name);
    return of == Of::node ? field_name
                          : (of == Of::disk ? "disk." : "network.") + device + "." + field_name;
}

std::vector<const Series*> NodeView::series(const SeriesKey& key) const {
    std::vector<const Series*> found;
    for (const auto& stretch : stretches) {
        if (const auto at = stretch.series.find(key); at != stretch.series.end()) {
            found.push_back(&at->second);
        }
    }
    return found;
}

std::optional<IntervalEstimate> NodeView::amount(const SeriesKey& key, double from,
                                                 double to) const {
    for (const auto* one : series(key)) {
        if (const auto amount = one->amount(from, to)) {
            return amount;
        }
    }
    return std::nullopt;
}

std::optional<IntervalEstimate> NodeView::level(const SeriesKey& key, double at) const {
    for (const auto* one : series(key)) {
        if (const auto level = one->level(at)) {
            return level;
        }
    }
    return std::nullopt;
}

std::vector<std::string> NodeView::devices(Of of) const {
    std::vector<std::string> names;
    for (const auto& stretch : stretches) {
        for (const auto& [key, series] : stretch.series) {
            if (key.of == of && key.field == 0) {
                names.push_back(key.device);
            }
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

double NodeView::covered() const {
    double seconds = 0;
    for (const auto& stretch : stretches) {
        seconds += stretch.last - stretch.first;
    }
    return seconds;
}

SampleLosses NodeView::losses() const {
    SampleLosses sum;
    for (const auto& stretch : stretches) {
        sum.samples += stretch.samples;
        sum.lost += stretch.lost;
        sum.reordered += stretch.reordered;
        sum.duplicates += stretch.duplicates;
        sum.late += stretch.late;
    }
    return sum;
}

double GlobalView::longest_interval() const {
    double longest = 0;
    for (const auto& node : nodes) {
        for (const auto& stretch : node.stretches) {
            longest = std::max(longest, stretch.interval);
        }
    }
    return longest;
}

Grid grid_of(const GlobalView& view, double step, std::size_t most_cells) {
    const double wanted = step > 0 ? step : std::max(view.longest_interval(), 1e-3);
    const double length = view.last - view.first;
    const auto coarser =
        std::max(1.0, std::ceil(length / wanted / static_cast<double>(most_cells)));
    Grid grid{view.first, wanted * coarser, 0};
    grid.cells = static_cast<std::size_t>(length / grid.step + 1e-9);
    return grid;
}

GridCells on_grid(const NodeView& node, const SeriesKey& key, const Grid& grid) {
    GridCells cells(grid.cells);
    for (std::size_t i = 0; i < grid.cells; ++i) {
        const double from = grid.at(i);
        if (key.info().kind == MetricKind::level) {
            cells[i] = node.level(key, from + grid.step / 2);
        } else if (auto amount = node.amount(key, from, from + grid.step)) {
            cells[i] = IntervalEstimate{amount->value / grid.step, amount->low / grid.step,
                                        amount->high / grid.step};
        }
    }
    return cells;
}

GridCells processor_share(const NodeView& node, const Grid& grid) {
    const auto count = static_cast<double>(std::max<std::uint64_t>(node.info().processors, 1));
    return node.info().watched.empty()
               ? sum_of(node, {Metric::cpu_user, Metric::cpu_system}, grid, 1 / count)
               : sum_of(node, {Metric::process_user, Metric::process_system}, grid, 1 / count);
}

GridCells disk_traffic(const NodeView& node, const Grid& grid) {
    std::vector<SeriesKey> keys;
    for (const auto& disk : node.devices(Of::disk)) {
        keys.emplace_back(DiskField::read_bytes, disk);
        keys.emplace_back(DiskField::write_bytes, disk);
    }
    return sum_of(node, keys, grid, 1);
}

GridCells network_traffic(const NodeView& node, const Grid& grid) {
    std::vector<SeriesKey> keys;
    for (const auto& link : node.devices(Of::link)) {
        if (link != "lo") {
            keys.emplace_back(LinkField::received, link);
            keys.emplace_back(LinkField::sent, link);
        }
    }
    return sum_of(node, keys, grid, 1);
}

double DiskAccesses::jumps() const {
    if (requests <= 0) {
        return 0;
    }
    if (traced > 0) {
        return requests * (1 - std::min(sequential / traced, 1.0));
    }
    constexpr double block = 4096;
    // Size of a read-ahead request: a request of this size is part of a stream.
    constexpr double stream = 131072;
    const double size = bytes / requests;
    const double merged = merges / (requests + merges);
    return requests * std::clamp(1 - (size - block) / (stream - block), 0.0, 1.0) * (1 - merged);
}

} // namespace proxima::node
