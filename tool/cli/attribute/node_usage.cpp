#include "attribute/node_usage.hpp"

#include <proxima/base/range.hpp>

#include <algorithm>
#include <optional>

namespace proxima::cli {
namespace {

using namespace node;

// What one start of a node's sampler has seen of the window.
class Part {
public:
    Part(const Stretch& stretch, const UsageWindow& window)
        : stretch_(stretch), from_(std::max(stretch.first, window.from)),
          to_(std::min(stretch.last, window.to)) {}

    double seconds() const { return std::max(to_ - from_, 0.0); }

    // Of a counter what was counted, of a level its mean times seconds.
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
            return counted ? counted->value : is_all ? series.total() : 0; // it was reset within
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
    Summation(const NodeView& node, const UsageWindow& window) : node_(node) {
        for (const auto& stretch : node.stretches) {
            parts_.emplace_back(stretch, window);
            seconds_ += parts_.back().seconds();
            gap_ = std::max({gap_, stretch.longest_gap, stretch.interval});
        }
    }

    double seconds() const { return seconds_; }

    platform::Usage usage() const {
        platform::Usage made;
        made["duration"] = {{seconds_, std::nullopt}, "s"};
        for (std::size_t i = 0; i < metric_count; ++i) {
            const SeriesKey key(static_cast<Metric>(i));
            const auto name = std::string(metrics[i].name);
            if (metrics[i].kind == MetricKind::level) {
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
        made["disk_jumps"] = counted(jumps(), "");
        return made;
    }

private:
    platform::Amount counted(double value, std::string_view unit) const {
        const double uncertain = std::min(gap_ / seconds_, 1.0);
        return {{value, base::Range{value * (1 - uncertain), value * (1 + uncertain)}}, unit};
    }

    double total(const SeriesKey& key) const {
        double sum = 0;
        for (const auto& part : parts_) {
            sum += part.amount(key);
        }
        return sum;
    }

    template <class Field>
    double over_devices(Of of, Field field) const {
        double sum = 0;
        for (const auto& device : node_.devices(of)) {
            sum += device != "lo" ? total(SeriesKey(field, device)) : 0;
        }
        return sum;
    }

    double jumps() const {
        double sum = 0;
        for (const auto& disk : node_.devices(Of::disk)) {
            const auto of = [&](DiskField field) { return total(SeriesKey(field, disk)); };
            const DiskAccesses accesses{of(DiskField::reads) + of(DiskField::writes),
                                        of(DiskField::read_merges) + of(DiskField::write_merges),
                                        of(DiskField::read_bytes) + of(DiskField::write_bytes),
                                        of(DiskField::traced), of(DiskField::sequential)};
            sum += accesses.jumps();
        }
        return sum;
    }

    const NodeView& node_;
    std::vector<Part> parts_;
    double seconds_ = 0;
    double gap_ = 0;
};

} // namespace

std::optional<platform::Usage> usage_of(const NodeView& node, const UsageWindow& window) {
    const Summation summation(node, window);
    return summation.seconds() > 0 ? std::optional(summation.usage()) : std::nullopt;
}

} // namespace proxima::cli
