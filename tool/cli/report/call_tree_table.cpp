#include "report/report_tables.hpp"
#include "report/table.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>

namespace proxima::cli {
namespace {

const std::vector<TableColumn> table_columns{{"calls", 9},      {"incl", 8}, {"share", 7},
                                             {"excl", 6, true}, {"min", 2},  {"mean", 5},
                                             {"max", 4},        {"dev", 1},  {"added", 3}};

std::vector<std::string> cells_of(const rundir::Statistics& times, double total_us, double added_us,
                                  double clock_step_us) {
    return {human_count(times.calls),
            human_time(times.inclusive_us),
            total_us > 0 ? human_share(times.inclusive_us / total_us) : "-",
            human_time(times.exclusive_us),
            times.min_us < clock_step_us ? "<" + human_time(clock_step_us)
                                         : human_time(times.min_us),
            human_time(times.mean_us),
            human_time(times.max_us),
            human_time(times.stddev_us),
            human_time(added_us)};
}

/// As many items a line as fit, each item whole.
std::vector<std::string> lines_of(const std::vector<std::string>& items, std::size_t room,
                                  bool unicode) {
    std::vector<std::string> lines;
    for (const auto& item : items) {
        const auto text = shorten_middle(printable(item), room, unicode);
        if (!lines.empty() && display_width(lines.back()) + 2 + display_width(text) <= room) {
            lines.back() += "; " + text;
        } else {
            lines.push_back(text);
        }
    }
    return lines;
}

} // namespace

void write_call_tree(const rundir::CallGraph& graph, const std::vector<Perturbation>& added,
                     const std::vector<TreeRow>& rows, const Terminal& terminal,
                     const NodeNotes& notes, Output& output, double clock_step_us) {
    const double total_us = graph.total_us();
    const Style style(terminal.color);
    TreeGuides guides(terminal.unicode, std::max<std::size_t>(terminal.width / 8, 4));
    Table table("call tree", table_columns, terminal);
    for (const auto& row : rows) {
        const auto& node = graph.nodes[row.node];
        table.add({graph.component(node).name,
                   cells_of(node.statistics, total_us, added[row.node].inclusive_us, clock_step_us),
                   total_us > 0 ? node.statistics.exclusive_us / total_us : 0,
                   guides.width(row.depth)});
    }
    table.lay_out();
    table.write_titles(output);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.write_row(table.rows()[i], guides.before_name(rows[i]), output);
        const auto before = guides.before_note();
        const auto room = terminal.width - std::min(terminal.width - 1, display_width(before));
        for (const auto& line : lines_of(notes(rows[i].node), room, terminal.unicode)) {
            output.print("{}{}\n", style.faint(before), style.note(line));
        }
    }
}

} // namespace proxima::cli
