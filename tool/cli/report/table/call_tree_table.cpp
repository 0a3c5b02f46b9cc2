#include "report/table/call_tree_table.hpp"

#include "report/table/table_columns.hpp"
#include "report/table/tree_guides.hpp"
#include "text/style.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace proxima::cli {
namespace {

using rundir::CallGraph;
using rundir::Statistics;

/// What a row says.
struct RowTimes {
    const Statistics& times;
    double added_us;     ///< by measuring, to the inclusive time
    double uncertain_us; ///< if that has been taken out of it
    double total_us;     ///< of all roots
};

std::string share_text(const RowTimes& row) {
    return row.total_us > 0 ? human_share(row.times.inclusive_us / row.total_us) : "-";
}

constexpr std::size_t exclusive_column = 3;

const std::array<TableColumn<RowTimes>, 10> table_columns{{
    {"calls", 9, [](const RowTimes& row) { return human_count(row.times.calls); }},
    {"incl", 8, [](const RowTimes& row) { return human_time(row.times.inclusive_us); }},
    {"share", 7, share_text},
    {"excl", 6, [](const RowTimes& row) { return human_time(row.times.exclusive_us); }},
    {"min", 2, [](const RowTimes& row) { return human_time(row.times.min_us); }},
    {"mean", 5, [](const RowTimes& row) { return human_time(row.times.mean_us); }},
    {"max", 4, [](const RowTimes& row) { return human_time(row.times.max_us); }},
    {"dev", 1, [](const RowTimes& row) { return human_time(row.times.stddev_us); }},
    {"added", 3, [](const RowTimes& row) { return human_time(row.added_us); }},
    {"error", 7, [](const RowTimes& row) { return human_time(row.uncertain_us); }},
}};

std::span<const TableColumn<RowTimes>> columns_of(bool compensated) {
    const std::span<const TableColumn<RowTimes>> all(table_columns);
    return compensated ? all : all.first(all.size() - 1);
}

class CallTreeTable {
public:
    CallTreeTable(const CallGraph& graph, const std::vector<Perturbation>& added,
                  const std::vector<Perturbation>* uncertain, const TreeFilter& filter,
                  const Terminal& terminal, Output& output)
        : graph_(graph), added_(added), uncertain_(uncertain), terminal_(terminal),
          style_(terminal.color), output_(output), rows_(tree_rows(graph, filter)),
          total_us_(graph.total_us()), most_levels_(std::max<std::size_t>(terminal.width / 8, 4)),
          columns_("call tree", columns_of(uncertain != nullptr), terminal) {
        measure();
    }

    void write(const NodeNotes& notes) {
        output_.print("{}\n", style_.heading(columns_.titles()));
        TreeGuides guides(terminal_.unicode, most_levels_);
        for (const auto& row : rows_) {
            write_row(row, guides.before_name(row));
            write_notes(notes(row.node), guides.before_note());
        }
        write_rest();
    }

private:
    RowTimes times(const TreeRow& row) const {
        return {graph_.nodes[row.node].statistics, added_[row.node].inclusive_us,
                uncertain_ == nullptr ? 0 : (*uncertain_)[row.node].inclusive_us, total_us_};
    }

    void measure() {
        const TreeGuides guides(terminal_.unicode, most_levels_);
        std::vector<std::size_t> name_widths;
        name_widths.reserve(graph_.components.size());
        for (const auto& component : graph_.components) {
            name_widths.push_back(display_width(printable(component.name)));
        }
        for (const auto& row : rows_) {
            columns_.measure(times(row), guides.width(row.depth) +
                                             name_widths[graph_.nodes[row.node].component]);
        }
        columns_.lay_out();
        limit_guides();
    }

    /// Guides may take what is left of the column beside a name that can still be told from others.
    void limit_guides() {
        constexpr std::size_t room_of_name = 14;
        constexpr std::size_t room_of_mark = 4; // such as `+99 `
        const auto room =
            columns_.name_width() - std::min(columns_.name_width(), room_of_name + room_of_mark);
        most_levels_ = std::clamp<std::size_t>(room / 2, 2, most_levels_);
    }

    void write_row(const TreeRow& row, const std::string& guides) {
        const auto guide_width = display_width(guides);
        const auto room =
            columns_.name_width() > guide_width ? columns_.name_width() - guide_width : 1;
        const auto name = shorten_name(printable(graph_.component(graph_.nodes[row.node]).name),
                                       room, terminal_.unicode);
        output_.print("{}{}", style_.faint(guides), pad_right(name, room));
        const auto of_row = times(row);
        const double share = total_us_ > 0 ? of_row.times.exclusive_us / total_us_ : 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const auto text = columns_.number(i, of_row);
            output_.write(i == exclusive_column ? style_.heat(text, share) : text);
        }
        output_.write("\n");
    }

    /// As many items a line as fit, each item whole.
    void write_notes(const std::vector<std::string>& items, const std::string& guides) {
        const std::size_t room =
            terminal_.width - std::min(terminal_.width - 1, display_width(guides));
        std::string line;
        for (const auto& item : items) {
            const auto text = shorten_middle(printable(item), room, terminal_.unicode);
            if (!line.empty() && display_width(line) + 2 + display_width(text) > room) {
                write_note(guides, line);
                line.clear();
            }
            line += (line.empty() ? "" : "; ") + text;
        }
        if (!line.empty()) {
            write_note(guides, line);
        }
    }

    void write_note(const std::string& guides, const std::string& line) {
        output_.print("{}{}\n", style_.faint(guides), style_.note(line));
    }

    void write_rest() {
        if (rows_.size() < graph_.nodes.size()) {
            output_.print("{}\n", style_.faint(fmt::format("{} of {} nodes shown", rows_.size(),
                                                           graph_.nodes.size())));
        }
    }

    const CallGraph& graph_;
    const std::vector<Perturbation>& added_;
    const std::vector<Perturbation>* uncertain_;
    const Terminal& terminal_;
    Style style_;
    Output& output_;
    std::vector<TreeRow> rows_;
    double total_us_;
    std::size_t most_levels_; ///< of guides, so that names keep most of the width
    TableColumns<RowTimes> columns_;
};

} // namespace

void write_call_tree(const CallGraph& graph, const std::vector<Perturbation>& added,
                     const std::vector<Perturbation>* uncertain, const TreeFilter& filter,
                     const Terminal& terminal, const NodeNotes& notes, Output& output) {
    CallTreeTable(graph, added, uncertain, filter, terminal, output).write(notes);
}

} // namespace proxima::cli
