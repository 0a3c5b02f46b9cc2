#include "nodes/nodes_writers.hpp"
#include "report/table.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <ctime>

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
    return bytes_a_second < 0.5 ? "0" : human_bytes(static_cast<std::uint64_t>(bytes_a_second));
}

struct Losses {
    std::uint64_t samples = 0, lost = 0, duplicates = 0, reordered = 0, late = 0;
    double share() const {
        return samples + lost > 0 ? static_cast<double>(lost) / static_cast<double>(samples + lost)
                                  : 0;
    }
};

Losses losses_of(const NodeView& node) {
    Losses sum;
    for (const auto& stretch : node.stretches) {
        sum.samples += stretch.samples;
        sum.lost += stretch.lost;
        sum.duplicates += stretch.duplicates;
        sum.reordered += stretch.reordered;
        sum.late += stretch.late;
    }
    return sum;
}

class NodesText {
public:
    NodesText(const GlobalView& view, const Terminal& terminal, Output& output)
        : view_(view), terminal_(terminal), style_(terminal.color), output_(output) {}

    void write() {
        paragraph(fmt::format(
            "{} from {}, {}.", plural(view_.nodes.size(), "node"),
            time_of_day(view_.start_real_ns + static_cast<std::uint64_t>(view_.first * 1e9)),
            human_time((view_.last - view_.first) * us_per_s)));
        output_.write("\n");
        write_table();
        output_.write("\n");
        write_notes();
    }

private:
    void paragraph(const std::string& text) {
        for (const auto& line : wrapped(printable(text), terminal_.width, terminal_.unicode)) {
            output_.print("{}\n", line);
        }
    }

    void write_table() {
        Table table("node",
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
            const auto usage = usage_of(node);
            const auto losses = losses_of(node);
            const double busy = usage.user + usage.system;
            table.add(
                {node.name,
                 {human_share(busy), human_share(usage.system), human_share(usage.iowait),
                  rate(usage.disk_bytes),
                  usage.sequential < 0 ? "-" : human_share(usage.sequential),
                  rate(usage.network_bytes), usage.memory < 0 ? "-" : human_share(usage.memory),
                  human_count(losses.samples), human_share(losses.share()),
                  (terminal_.unicode ? "±" : "+-") +
                      human_time(node.stretches.back().clock_bound * us_per_s)},
                 busy});
        }
        constexpr std::size_t readable = 12;
        table.write(output_, readable);
    }

    void write_notes() {
        paragraph("cpu: user and system time of all processors; seq: sequential share of disk "
                  "accesses, estimated from merges and request sizes; net: without the loopback; "
                  "clock: the most that a sample's time may be wrong by.");
        for (const auto& node : view_.nodes) {
            note_losses(node);
        }
        note_sampling();
        note_master();
    }

    void note_losses(const NodeView& node) {
        const auto losses = losses_of(node);
        std::vector<std::string> parts;
        const auto add = [&](std::uint64_t count, const std::string& what) {
            if (count > 0) {
                parts.push_back(fmt::format("{} {}", count, what));
            }
        };
        add(losses.lost, "lost");
        add(losses.reordered, "out of order");
        add(losses.duplicates, "twice");
        add(losses.late, "too late to be told from a replay");
        if (node.stretches.size() > 1) {
            parts.push_back(plural(node.stretches.size() - 1, "restart"));
        }
        double gap = 0;
        for (const auto& stretch : node.stretches) {
            gap = std::max(gap, stretch.longest_gap);
            add(stretch.clock_steps, "steps of its clock");
            add(stretch.devices_left_out, "devices without room in a sample");
            if (!stretch.round_trip) {
                parts.push_back("never answered for its time: times are those of arrival");
            }
        }
        if (parts.empty()) {
            return;
        }
        std::string text = node.name + ": ";
        for (const auto& part : parts) {
            text += (&part == parts.data() ? "" : ", ") + part;
        }
        if (losses.lost > 0) {
            text += "; longest gap " + human_time(gap * us_per_s);
        }
        paragraph(text + ".");
    }

    void note_sampling() {
        double most = 0;
        std::vector<std::string> counting;
        for (const auto& node : view_.nodes) {
            most = std::max(most, usage_of(node).own_cpu);
            counting.push_back(node.info().counting);
        }
        std::sort(counting.begin(), counting.end());
        counting.erase(std::unique(counting.begin(), counting.end()), counting.end());
        std::string text = "Sampling took at most " + human_share(most) + " of a processor.";
        for (const auto& one : counting) {
            text += (&one == counting.data() ? " Counters: " : "; ") + one;
        }
        paragraph(text + ".");
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
            paragraph("Dropped datagrams of nobody known: " + dropped + ".");
        }
        if (!view_.has_ended) {
            paragraph(
                "The master was killed or runs still" +
                (view_.torn_bytes > 0
                     ? fmt::format("; {} bytes of a torn record were dropped", view_.torn_bytes)
                     : std::string()) +
                ".");
        }
    }

    const GlobalView& view_;
    const Terminal& terminal_;
    Style style_;
    Output& output_;
};

} // namespace

void write_nodes_text(const GlobalView& view, const Terminal& terminal, Output& output) {
    NodesText(view, terminal, output).write();
}

} // namespace proxima::cli
