#include "report/report_tables.hpp"
#include "text/style.hpp"
#include "text/table.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace proxima::cli {
namespace {

using online::files::Decided;
using online::files::KnownCandidate;
using online::files::SensorFinding;
using online::files::Swap;

// The value in the unit of its sensor: a time, a share of the run, or a multiple.
std::string value_text(const SensorFinding& event, double value) {
    if (event.sensor.find(": share") != std::string::npos) {
        return base::human_share(value);
    }
    const bool is_multiple = event.sensor.find("expected") != std::string::npos ||
                             event.sensor.find(": imbalance") != std::string::npos;
    return is_multiple ? fmt::format("{:.3g} times", value) : base::human_time(value);
}

std::string found_text(const SensorFinding& event) {
    std::string text = event.method + ": " + value_text(event, event.value);
    if (event.before > 0) {
        text += fmt::format(", before that {} ({:+.0f}%)", value_text(event, event.before),
                            100 * (event.value / event.before - 1));
    }
    return event.rank < 0 ? text : text + fmt::format(", rank {}", event.rank);
}

std::string predicted_text(double microseconds) {
    return microseconds == 0 ? "-" : base::human_time(microseconds);
}

std::string how_measured(const KnownCandidate& candidate) {
    if (candidate.ratio == 0) {
        return "-";
    }
    std::string text = fmt::format("{:.3g} times", candidate.ratio);
    if (candidate.interval) {
        text += fmt::format(" ({:.3g} to {:.3g})", candidate.interval->first,
                            candidate.interval->second);
    }
    return text;
}

void write_lines(const std::string& text, std::size_t indent, const text::Terminal& terminal,
                 text::Output& output) {
    for (const std::string& line : text::wrapped(text, terminal.width - indent, terminal.unicode)) {
        output.print("{:{}}{}\n", "", indent, line);
    }
}

void write_attention(const online::files::AttentionFile& attention, const text::Terminal& terminal,
                     text::Output& output) {
    const text::Style style(terminal.color);
    output.print("{}\n",
                 style.heading(fmt::format(
                     "attention: {} watched, {}", base::plural(attention.sensors.size(), "sensor"),
                     attention.events.empty() ? "no events"
                                              : base::plural(attention.events.size(), "event"))));
    for (const SensorFinding& event : attention.events) {
        write_lines(fmt::format("since {}, sure at {}: {}", base::human_seconds(event.since),
                                base::human_seconds(event.at), found_text(event)),
                    2, terminal, output);
        write_lines(base::printable(event.sensor), 4, terminal, output);
    }
}

void write_candidates(const Decided& decided, const text::Terminal& terminal,
                      text::Output& output) {
    text::Table table("  " + decided.instance,
                      {{"steps", 4},
                       {"pairs", 2},
                       {"trials", 1},
                       {"predicted call", 2},
                       {"step", 2},
                       {"verdict", 4}},
                      terminal);
    for (const KnownCandidate& candidate : decided.candidates) {
        table.add({"  " + base::printable(candidate.class_name),
                   {candidate.fate == "best" ? "1" : how_measured(candidate),
                    candidate.pairs == 0 ? "-" : base::human_count(candidate.pairs),
                    candidate.trials == 0 ? "-" : base::human_count(candidate.trials),
                    predicted_text(candidate.predicted_us),
                    predicted_text(candidate.predicted_step_us), candidate.fate}});
    }
    table.write(output);
    for (const KnownCandidate& candidate : decided.candidates) {
        if (!candidate.why.empty()) {
            write_lines(base::printable(candidate.class_name + ": " + candidate.why), 4, terminal,
                        output);
        }
    }
}

// True if the swap began or ended a trial.
bool is_of_trial(const Swap& swap) {
    return swap.why == "trial" || swap.why == "end of a trial";
}

std::string summary(const online::files::Decisions& decisions) {
    std::string text = fmt::format(
        "trials cost {}, {} of the time", base::human_seconds(decisions.explored_seconds),
        base::human_share(decisions.explored_seconds / std::max(decisions.seconds, 1e-9)));
    if (decisions.renewals > 0) {
        text += fmt::format("; decided again after {}", base::plural(decisions.renewals, "drift"));
    }
    if (decisions.returns > 0) {
        text += fmt::format("; {} taken back, because it lost in the long run",
                            base::plural(decisions.returns, "winner"));
    }
    return text;
}

// The newest swaps that are not of trials.
void write_swaps(const online::files::Decisions& decisions, bool all,
                 const text::Terminal& terminal, text::Output& output) {
    constexpr std::size_t most = 10;
    std::vector<const Swap*> shown;
    for (const Swap& swap : decisions.swaps) {
        if (all || !is_of_trial(swap)) {
            shown.push_back(&swap);
        }
    }
    if (!all && shown.size() > most) {
        shown.erase(shown.begin(), shown.end() - most);
    }
    for (const Swap* const swap : shown) {
        write_lines(fmt::format("safe point {}, {}: {} from {} to {}: {}", swap->safe_point,
                                base::human_seconds(swap->seconds), base::printable(swap->instance),
                                base::printable(swap->from), base::printable(swap->to),
                                base::printable(swap->why)),
                    2, terminal, output);
    }
    if (const auto others = decisions.swaps.size() - shown.size(); others > 0) {
        output.print("{}\n", text::Style(terminal.color)
                                 .faint(fmt::format("  {} more, of trials and earlier; --all shows "
                                                    "them",
                                                    base::plural(others, "swap"))));
    }
}

void write_decisions(const online::files::Decisions& decisions, bool all,
                     const text::Terminal& terminal, text::Output& output) {
    const text::Style style(terminal.color);
    output.print("{}\n", style.heading(fmt::format(
                             "decisions: {}, {} ({})", base::plural(decisions.swaps.size(), "swap"),
                             base::plural(decisions.safe_points, "safe point"),
                             base::printable(decisions.safe_point))));
    write_lines(summary(decisions), 2, terminal, output);
    for (const auto& alone : decisions.alone) {
        write_lines(fmt::format("from safe point {}, {}: {}", alone.safe_point,
                                base::human_seconds(alone.seconds), base::printable(alone.why)),
                    2, terminal, output);
    }
    for (const Decided& decided : decisions.instances) {
        std::string text =
            fmt::format("{} began as {}, ended as {}", base::printable(decided.instance),
                        base::printable(decided.start), base::printable(decided.best));
        if (!decided.on_trial.empty()) {
            text += fmt::format("; {} was on trial when the run died",
                                base::printable(decided.on_trial));
        }
        write_lines(text, 2, terminal, output);
        write_candidates(decided, terminal, output);
    }
    write_swaps(decisions, all, terminal, output);
}

} // namespace

void write_online_part(const online::files::Findings& part, bool all,
                       const text::Terminal& terminal, text::Output& output) {
    if (part.attention) {
        write_attention(*part.attention, terminal, output);
    }
    if (part.decisions) {
        output.write(part.attention ? "\n" : "");
        write_decisions(*part.decisions, all, terminal, output);
    }
}

} // namespace proxima::cli
