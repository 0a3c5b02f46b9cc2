// Splits each method's own time by what its threads did.
#include "report/report_tables.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>
#include <proxima/profile/time_split.hpp>

#include <algorithm>

namespace proxima::cli {

void write_time_splits(const std::vector<profile::TimeSplit>& splits,
                       const rundir::CallGraph& graph, std::size_t most,
                       const text::Terminal& terminal, text::Output& output) {
    const bool knows_ready =
        std::any_of(splits.begin(), splits.end(), [](const auto& split) { return split.ready_us; });
    const bool has_mpi = std::any_of(splits.begin(), splits.end(),
                                     [](const auto& split) { return split.mpi_us > 0; });
    std::vector<text::TableColumn> columns = {{"excl", 8}, {"computed", 7}};
    if (knows_ready) {
        columns.insert(columns.end(), {{"ready", 5}, {"blocked", 6}});
    } else {
        columns.push_back({"waiting", 6});
    }
    if (has_mpi) {
        columns.push_back({"in MPI", 4});
    }
    columns.push_back({"elsewhere", 3});
    text::Table table("method", columns, terminal);
    for (std::size_t i = 0; i < std::min(most, splits.size()); ++i) {
        const auto& split = splits[i];
        const std::string estimated = split.error_us > 0 ? "~" : "";
        const auto text_of = [&](std::optional<double> us) {
            return us ? estimated + base::human_time(*us) : std::string("-");
        };
        std::vector<std::string> cells = {base::human_time(split.exclusive_us),
                                          (split.waiting_us ? "" : "<=") +
                                              text_of(split.computed_us)};
        if (knows_ready) {
            cells.insert(cells.end(), {text_of(split.ready_us), text_of(split.blocked_us())});
        } else {
            cells.push_back(text_of(split.waiting_us));
        }
        if (has_mpi) {
            cells.push_back(base::human_time(split.mpi_us));
        }
        cells.push_back(text_of(split.elsewhere_us));
        table.add({graph.components[split.component].name, cells});
    }
    table.write(output);
    if (most < splits.size()) {
        double hidden_us = 0;
        std::for_each(splits.begin() + static_cast<std::ptrdiff_t>(most), splits.end(),
                      [&](const auto& split) { hidden_us += split.exclusive_us; });
        write_others(splits.size() - most, base::human_time(hidden_us), terminal, output);
    }
}

} // namespace proxima::cli
