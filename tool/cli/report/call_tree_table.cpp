#include "report/report_tables.hpp"
#include "text/table.hpp"
#include "text/text.hpp"

#include <proxima/base/units.hpp>
#include <proxima/profile/rank_spread.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace proxima::cli {
namespace {

// A column, and its text for a node.
struct NodeColumn {
    text::TableColumn column;
    std::function<std::string(const rundir::Node& node, std::size_t index)> cell;
};

// The columns from left to right, without those that would be empty.
std::vector<NodeColumn> columns_of(const CallTreeFacts& facts,
                                   const std::vector<profile::RankSpread>& spreads,
                                   const std::vector<double>& exclusive_errors) {
    std::vector<NodeColumn> columns;
    const auto add = [&](const char* title, int importance, auto cell) {
        columns.push_back({{title, importance}, cell});
    };
    const auto add_time = [&](const char* title, int importance, auto time) {
        add(title, importance, [time](const rundir::Node& node, std::size_t) {
            return base::human_time(time(node.statistics));
        });
    };
    using Times = rundir::Statistics;
    add("calls", 13, [](const rundir::Node& node, std::size_t) {
        return base::human_count(node.statistics.calls);
    });
    add("incl", 12, [](const rundir::Node& node, std::size_t) {
        return estimated_time(node.statistics.inclusive_us, node.statistics.error_us);
    });
    add(facts.whole.column, 11, [&whole = facts.whole](const rundir::Node& node, std::size_t) {
        const auto& times = node.statistics;
        return whole.text(times.inclusive_us, times.threads.threads);
    });
    add("excl", 10, [&exclusive_errors](const rundir::Node& node, std::size_t index) {
        return estimated_time(node.statistics.exclusive_us, exclusive_errors[index]);
    });
    columns.back().column.is_heated = true;
    const auto& nodes = facts.graph.nodes;
    if (std::any_of(nodes.begin(), nodes.end(),
                    [](const auto& node) { return node.statistics.communication_us > 0; })) {
        add_time("comm", 9, [](const Times& times) { return times.communication_us; });
    }
    if (!spreads.empty()) {
        add("least", 6, [&spreads](const rundir::Node&, std::size_t node) {
            return base::human_time(spreads[node].least_us);
        });
        add("most", 7, [&spreads](const rundir::Node&, std::size_t node) {
            return base::human_time(spreads[node].most_us);
        });
        add("imbal", 8, [&spreads](const rundir::Node&, std::size_t node) {
            return base::human_share(spreads[node].imbalance());
        });
    }
    // No call may have ended.
    const auto add_time_of_call = [&](const char* title, int importance, double step_us,
                                      auto time) {
        add(title, importance, [time, step_us](const rundir::Node& node, std::size_t) {
            const double time_us = time(node.statistics);
            return node.statistics.calls == 0 ? "-"
                   : time_us < step_us        ? "<" + base::human_time(step_us)
                                              : base::human_time(time_us);
        });
    };
    const double step_us = facts.clock_step_us;
    add_time_of_call("min", 2, step_us, [](const Times& times) { return times.min_us; });
    add_time_of_call("mean", 5, 0, [](const Times& times) { return times.mean_us; });
    add_time_of_call("max", 4, step_us, [](const Times& times) { return times.max_us; });
    add_time_of_call("dev", 1, 0, [](const Times& times) { return times.stddev_us; });
    add("added", 3, [&added = facts.added](const rundir::Node&, std::size_t node) {
        return base::human_time(added[node].inclusive_us);
    });
    return columns;
}

// Fills lines with items; an item is never broken.
std::vector<std::string> lines_of(const std::vector<std::string>& items, std::size_t room,
                                  bool unicode) {
    std::vector<std::string> lines;
    for (const auto& item : items) {
        const auto text = text::shorten_middle(base::printable(item), room, unicode);
        if (!lines.empty() &&
            text::display_width(lines.back()) + 2 + text::display_width(text) <= room) {
            lines.back() += "; " + text;
        } else {
            lines.push_back(text);
        }
    }
    return lines;
}

} // namespace

void write_call_tree(const CallTreeFacts& facts, const std::vector<text::TreeRow>& rows,
                     const text::Terminal& terminal, const NodeNotes& notes, text::Output& output) {
    const text::Style style(terminal.color);
    text::TreeGuides guides(terminal.unicode, std::max<std::size_t>(terminal.width / 8, 4));
    const auto spreads = profile::rank_spreads(facts.graph);
    const auto errors = facts.graph.exclusive_errors_us();
    const auto columns = columns_of(facts, spreads, errors);
    const auto row_of = [&](const text::TreeRow& row) {
        const auto& node = facts.graph.nodes[row.node];
        std::vector<std::string> cells;
        for (const auto& one : columns) {
            cells.push_back(one.cell(node, row.node));
        }
        return text::TableRow{
            facts.graph.component(node).name, std::move(cells),
            facts.whole.share(node.statistics.exclusive_us, node.statistics.threads.threads),
            guides.width(row.depth)};
    };
    std::vector<text::TableColumn> titles;
    for (const auto& one : columns) {
        titles.push_back(one.column);
    }
    text::Table table("call tree", titles, terminal);
    for (const auto& row : rows) {
        table.measure(row_of(row));
    }
    table.lay_out();
    table.write_titles(output);
    for (const auto& row : rows) {
        table.write_row(row_of(row), guides.before_name(row), output);
        const auto before = guides.before_note();
        const auto room =
            terminal.width - std::min(terminal.width - 1, text::display_width(before));
        for (const auto& line : lines_of(notes(row.node), room, terminal.unicode)) {
            output.print("{}{}\n", style.faint(before), style.note(line));
        }
    }
}

} // namespace proxima::cli
