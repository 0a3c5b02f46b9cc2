#include <proxima/platform/node_usage.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::platform {
namespace {

using namespace node;

// The part of the window that one run of a node's sampler has seen.
class Part {
public:
    Part(const Stretch& stretch, const UsageWindow& window)
        : stretch_(stretch), from_(std::max(stretch.first, window.from)),
          to_(std::min(stretch.last, window.to)) {}

    double seconds() const { return std::max(to_ - from_, 0.0); }

    // Returns for how long a metric was not sampled, at the beginning and at the end.
    double missing(const SeriesKey& key) const {
        const auto found = stretch_.series.find(key);
        if (seconds() == 0) {
            return 0;
        }
        return found == stretch_.series.end() ? std::numeric_limits<double>::infinity()
                                              : std::max(found->second.first() - from_, 0.0) +
                                                    std::max(to_ - found->second.last(), 0.0);
    }

    // Returns the amount of a counter, or the mean of a level times seconds.
    double amount(const SeriesKey& key) const {
        const auto found = stretch_.series.find(key);
        if (found == stretch_.series.end()) {
            return 0;
        }
        const auto& series = found->second;
        const double from = std::max(from_, series.first());
        const double to = std::min(to_, series.last());
        if (key.info().kind == MetricKind::counter) {
            const auto counted = to > from ? series.amount(from, to) : std::nullopt;
            const bool is_all = from == series.first() && to == series.last();
            return counted ? counted->value : is_all ? series.total() : 0; // a reset hides the rest
        }
        double sum = 0;
        constexpr int moments = 100;
        for (int i = 0; i < moments; ++i) {
            const auto level = series.level(from + (to - from) * (i + 0.5) / moments);
            sum += level ? level->value : 0;
        }
        return sum / moments * seconds();
    }

private:
    const Stretch& stretch_;
    double from_;
    double to_;
};

class Summation {
public:
    Summation(const NodeView& node, const UsageWindow& window) : node_(node), window_(window) {
        for (const auto& stretch : node.stretches) {
            parts_.emplace_back(stretch, window);
            seconds_ += parts_.back().seconds();
            gap_ = std::max({gap_, stretch.longest_gap, stretch.interval});
        }
    }

    double seconds() const { return seconds_; }

    Usage usage() const {
        Usage made;
        made["duration"] = {{seconds_, std::nullopt}, "s"};
        made["processors"] = {{static_cast<double>(node_.info().processors), std::nullopt}, ""};
        for (std::size_t i = 0; i < metric_count; ++i) {
            const SeriesKey key(static_cast<Metric>(i));
            const auto name = std::string(metrics[i].name);
            if (!is_covered(key)) {
                // Without watched processes there are none; all else is unknown.
                made[name] = {{i == static_cast<std::size_t>(Metric::process_count) &&
                                       node_.info().watched.empty()
                                   ? 0
                                   : std::nan(""),
                               std::nullopt},
                              metrics[i].unit};
            } else if (metrics[i].kind == MetricKind::level) {
                made[name] = {{total(key) / seconds_, std::nullopt}, metrics[i].unit};
            } else {
                made[name] = counted(total(key), metrics[i].unit);
            }
        }
        for (std::size_t i = 0; i < disk_fields.size(); ++i) {
            made["disk_" + std::string(disk_fields[i].name)] =
                counted(over_devices(Of::disk, static_cast<DiskField>(i)), disk_fields[i].unit);
        }
        for (std::size_t i = 0; i < link_fields.size(); ++i) {
            made["link_" + std::string(link_fields[i].name)] =
                counted(over_devices(Of::link, static_cast<LinkField>(i)), link_fields[i].unit);
        }
        made["disk_jumps"] = jumps();
        bound_network(made);
        if (std::isnan(made["process_io_wait"].value)) {
            made["process_io_wait"] = io_wait();
        }
        return made;
    }

private:
    // False if a metric was not sampled for all of the window: what is missing may be anything.
    bool is_covered(const SeriesKey& key) const {
        return std::all_of(parts_.begin(), parts_.end(),
                           [&](const Part& part) { return part.missing(key) <= 2 * gap_; });
    }

    Amount counted(double value, std::string_view unit) const {
        const double uncertain = std::min(gap_ / seconds_, 1.0);
        return {{value, base::Range{value * (1 - uncertain), value * (1 + uncertain)}}, unit};
    }

    // In each interval, the processes waited for disks for as long as their part of the bytes kept
    // these busy; longer, if others' bytes were in their way. The system writes back much later
    // what they wrote into its cache: nobody waits for that.
    Amount io_wait() const {
        if (!is_covered(Metric::process_read)) {
            return {{std::nan(""), std::nullopt}, "s"};
        }
        constexpr double alone = 0.9, negligible = 0.01;
        double least = 0;
        double most = 0;
        for (const auto& interval : intervals()) {
            const auto over_disks = [&](DiskField field) {
                double sum = 0;
                for (const auto& disk : node_.devices(Of::disk)) {
                    sum += interval.amount(SeriesKey(field, disk));
                }
                return sum;
            };
            const double own =
                interval.amount(Metric::process_read) + interval.amount(Metric::process_written);
            const double all =
                over_disks(DiskField::read_bytes) + over_disks(DiskField::write_bytes);
            const double part = all > own ? own / all : own > 0 ? 1 : 0;
            const double busy = part > 0 ? over_disks(DiskField::busy) : 0;
            if (part > 0 && node_.devices(Of::disk).empty()) {
                return {{std::nan(""), std::nullopt}, "s"};
            }
            least += busy * part;
            most += part > negligible && part < alone ? busy : busy * part;
        }
        Amount made{{least, std::nullopt}, "s"};
        if (most > least) {
            made.interval = base::Range{least, most};
        }
        return made;
    }

    // The window, from sample to sample.
    std::vector<Part> intervals() const {
        std::vector<Part> made;
        for (const auto& stretch : node_.stretches) {
            for (std::size_t i = 1; i < stretch.moments.size(); ++i) {
                const auto from = std::max(stretch.moments[i - 1], window_.from);
                const auto to = std::min(stretch.moments[i], window_.to);
                if (from < to) {
                    made.emplace_back(stretch, UsageWindow{from, to});
                }
            }
        }
        return made;
    }

    // Sockets that are not counted may have moved more.
    static void bound_network(Usage& usage) {
        const double more = usage["process_uncounted"].value;
        for (const auto* own : {"process_sent", "process_received"}) {
            if (auto& amount = usage[own]; more > 0 && amount.interval) {
                amount.interval->max += more;
            }
        }
    }

    double total(const SeriesKey& key) const {
        double sum = 0;
        for (const auto& part : parts_) {
            sum += part.amount(key);
        }
        return sum;
    }

    // Without devices, the metric that comes with them tells whether they were sampled.
    template <class Field>
    double over_devices(Of of, Field field) const {
        const auto devices = node_.devices(of);
        if (devices.empty() &&
            !is_covered(of == Of::disk ? Metric::disk_count : Metric::tcp_segments_sent)) {
            return std::nan("");
        }
        double sum = 0;
        for (const auto& device : devices) {
            sum += device != "lo" ? total(SeriesKey(field, device)) : 0;
        }
        return sum;
    }

    // Without a trace, large requests may jump as well.
    Amount jumps() const {
        double sum = 0;
        double most = 0;
        for (const auto& disk : node_.devices(Of::disk)) {
            const auto of = [&](DiskField field) { return total(SeriesKey(field, disk)); };
            const DiskAccesses accesses{of(DiskField::reads) + of(DiskField::writes),
                                        of(DiskField::read_merges) + of(DiskField::write_merges),
                                        of(DiskField::read_bytes) + of(DiskField::write_bytes),
                                        of(DiskField::traced), of(DiskField::sequential)};
            sum += accesses.jumps();
            most += accesses.traced > 0 ? accesses.jumps() : accesses.requests;
        }
        auto made = counted(sum, "");
        made.interval->max = std::max(made.interval->max, most);
        return made;
    }

    const NodeView& node_;
    const UsageWindow& window_;
    std::vector<Part> parts_;
    double seconds_ = 0;
    double gap_ = 0;
};

} // namespace

std::optional<Usage> usage_of(const NodeView& node, const UsageWindow& window) {
    const Summation summation(node, window);
    return summation.seconds() > 0 ? std::optional(summation.usage()) : std::nullopt;
}

std::vector<std::string> unsampled_metrics(const Application& model, const Usage& usage) {
    const bool has_processes = !(usage.at("process_count").value == 0);
    std::vector<std::string> names;
    for (const auto& need : model.usage) {
        const auto found = usage.find(need.name);
        const bool is_wanted = has_processes || need.name.rfind("process_", 0) != 0;
        if (is_wanted && found != usage.end() && std::isnan(found->second.value)) {
            names.push_back(need.name);
        }
    }
    return names;
}

NodeLoad load_of(const NodeView& node) {
    const auto usage = usage_of(node);
    if (!usage) {
        return {};
    }
    const auto total = [&](const char* name) { return usage->at(name).value; };
    const auto rate = [&](const char* name) { return total(name) / total("duration"); };
    const auto processors = static_cast<double>(std::max<std::uint64_t>(node.info().processors, 1));
    NodeLoad load;
    load.system = rate("cpu_system") / processors;
    load.user_and_system = rate("cpu_user") / processors + load.system;
    load.iowait = rate("cpu_iowait") / processors;
    load.disk_bytes = rate("disk_read_bytes") + rate("disk_write_bytes");
    load.network_bytes = rate("link_received_bytes") + rate("link_sent_bytes");
    load.own_processor = rate("own_cpu");
    if (total("disk_traced") > 0) {
        load.sequential = total("disk_sequential") / total("disk_traced");
    }
    if (total("memory_total") > 0) {
        load.memory = 1 - total("memory_available") / total("memory_total");
    }
    return load;
}

} // namespace proxima::platform
