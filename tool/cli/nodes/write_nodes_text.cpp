#include "nodes/nodes_writers.hpp"
#include "text/table.hpp"
#include "text/terminal.hpp"

#include <proxima/base/text.hpp>
#include <proxima/base/units.hpp>
#include <proxima/platform/node_usage.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <set>

namespace proxima::cli {
namespace {

using namespace node;

constexpr double us_per_s = 1e6;

std::string time_of_day(std::uint64_t real_ns) {
    const auto seconds = static_cast<std::time_t>(real_ns / 1'000'000'000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return text.data();
}

std::string rate(double bytes_a_second) {
    return std::isnan(bytes_a_second) ? "-"
           : bytes_a_second < 0.5     ? "0"
                                  : base::human_bytes(static_cast<std::uint64_t>(bytes_a_second));
}

std::string share_or_dash(const std::optional<double>& share) {
    return share ? base::human_share(*share) : "-";
}

class NodesText {
public:
    NodesText(const GlobalView& view, const text::Terminal& terminal, text::Output& output)
        : view_(view), terminal_(terminal), style_(terminal.color), output_(output) {}

    void write() {
        paragraph(fmt::format(
            "{} from {}, {}.", base::plural(view_.nodes.size(), "node"),
            time_of_day(view_.start_real_ns + static_cast<std::uint64_t>(view_.first * 1e9)),
            base::human_time((view_.last - view_.first) * us_per_s)));
        output_.write("\n");
        write_table();
        output_.write("\n");
        write_notes();
    }

private:
    void paragraph(const std::string& text) { text::print_paragraph(text, terminal_, output_); }

    void write_table() {
        text::Table table("node",
                          {{"cpu", 10, true},
                           {"system", 3},
                           {"iowait", 6},
                           {"disk/s", 9},
                           {"seq", 4},
                           {"net/s", 9},
                           {"memory", 2},
                           {"samples", 7},
                           {"lost", 8},
                           {"clock", 8}},
                          terminal_);
        for (const auto& node : view_.nodes) {
            const auto load = platform::load_of(node);
            const auto losses = node.losses();
            table.add({node.name,
                       {base::human_share(load.user_and_system), base::human_share(load.system),
                        base::human_share(load.iowait), rate(load.disk_bytes),
                        share_or_dash(load.sequential), rate(load.network_bytes),
                        share_or_dash(load.memory), base::human_count(losses.samples),
                        base::human_share(losses.share()),
                        (terminal_.unicode ? "±" : "+-") +
                            base::human_time(node.stretches.back().clock_bound * us_per_s)},
                       load.user_and_system});
        }
        constexpr std::size_t readable = 12;
        table.write(output_, readable);
    }

    void write_notes() {
        paragraph("cpu: user and system time of all processors; seq: sequential share of disk "
                  "accesses; net: without the loopback; memory: mean share in use; clock: the "
                  "largest error of a sample's time.");
        for (const auto& node : view_.nodes) {
            note_losses(node);
        }
        note_sampling();
        note_master();
    }

    void note_losses(const NodeView& node) {
        const auto losses = node.losses();
        std::vector<std::string> parts;
        const auto add = [&](std::uint64_t count, const std::string& what) {
            if (count > 0) {
                parts.push_back(fmt::format("{} {}", count, what));
            }
        };
        add(losses.lost, "lost");
        add(losses.reordered, "out of order");
        add(losses.duplicates, "twice");
        add(losses.late, "so late that they may be replayed");
        if (node.stretches.size() > 1) {
            parts.push_back(base::plural(node.stretches.size() - 1, "restart"));
        }
        double gap = 0;
        for (const auto& stretch : node.stretches) {
            gap = std::max(gap, stretch.longest_gap);
            add(stretch.clock_steps, "steps of its clock");
            if (!stretch.round_trip) {
                parts.push_back("did not tell its time: times are those of arrival");
            }
        }
        if (parts.empty()) {
            return;
        }
        auto text = node.name + ": " + base::joined(parts);
        if (losses.lost > 0) {
            text += "; longest gap " + base::human_time(gap * us_per_s);
        }
        paragraph(text + ".");
    }

    void note_sampling() {
        double most = 0;
        std::set<std::string> counting, tracing;
        for (const auto& node : view_.nodes) {
            most = std::max(most, platform::load_of(node).own_processor);
            counting.insert(node.info().counting);
            tracing.insert(node.info().tracing);
        }
        paragraph(fmt::format("Sampling took at most {} of a processor. Counters: {}. Order of "
                              "disk accesses: {}.",
                              base::human_share(most), fmt::join(counting, "; "),
                              fmt::join(tracing, "; ")));
    }

    void note_master() {
        std::string dropped;
        for (std::size_t i = 0; i < drop_count; ++i) {
            if (view_.drops.counts[i] > 0) {
                dropped += fmt::format("{}{} {}", dropped.empty() ? "" : ", ",
                                       view_.drops.counts[i], drop_names[i]);
            }
        }
        if (!dropped.empty()) {
            paragraph("Dropped datagrams of unknown senders: " + dropped + ".");
        }
        if (!view_.has_ended) {
            paragraph(
                "The master was killed or is still running" +
                (view_.torn_bytes > 0
                     ? fmt::format("; {} bytes of a torn record were dropped", view_.torn_bytes)
                     : std::string()) +
                ".");
        }
    }

    const GlobalView& view_;
    const text::Terminal& terminal_;
    text::Style style_;
    text::Output& output_;
};

} // namespace

void write_nodes_text(const GlobalView& view, const text::Terminal& terminal,
                      text::Output& output) {
    NodesText(view, terminal, output).write();
}

} // namespace proxima::cli
