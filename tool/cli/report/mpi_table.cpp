#include "report/mpi_table.hpp"

#include "report/table_layout.hpp"
#include "text/style.hpp"
#include "text/text.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace proxima::cli {
namespace {

using rundir::MpiRoutine;

constexpr std::size_t most_rows = 12;
constexpr const char* title = "MPI routine";

struct RowOfRoutine {
    const MpiRoutine& routine;
    double run_us; ///< of all ranks; 0: not known
};

struct TableColumn {
    const char* title;
    int importance;
    std::string (*text)(const RowOfRoutine&);
};

std::string share_text(const RowOfRoutine& row) {
    return row.run_us > 0 ? human_share(std::min(row.routine.time_us / row.run_us, 1.0)) : "-";
}

std::string bytes_text(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

std::string in_flight_text(const RowOfRoutine& row) {
    const auto& operations = row.routine.operations;
    return operations.begun == 0 ? "-" : human_time(operations.in_flight_us);
}

std::string hidden_text(const RowOfRoutine& row) {
    const auto& operations = row.routine.operations;
    return operations.in_flight_us > 0 ? human_share(operations.hidden_us / operations.in_flight_us)
                                       : "-";
}

const std::array<TableColumn, 7> table_columns{{
    {"calls", 7, [](const RowOfRoutine& row) { return human_count(row.routine.calls); }},
    {"time", 6, [](const RowOfRoutine& row) { return human_time(row.routine.time_us); }},
    {"share", 5, share_text},
    {"sent", 4, [](const RowOfRoutine& row) { return bytes_text(row.routine.bytes_sent); }},
    {"received", 3, [](const RowOfRoutine& row) { return bytes_text(row.routine.bytes_received); }},
    {"in flight", 1, in_flight_text},
    {"hidden", 2, hidden_text},
}};

void add(MpiRoutine& to, const MpiRoutine& from) {
    to.calls += from.calls;
    to.time_us += from.time_us;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
    to.operations.begun += from.operations.begun;
    to.operations.in_flight_us += from.operations.in_flight_us;
    to.operations.hidden_us += from.operations.hidden_us;
}

/// By time; the last one stands for all that have no row.
std::vector<MpiRoutine> shown_routines(std::vector<MpiRoutine> routines) {
    std::sort(routines.begin(), routines.end(), [](const auto& left, const auto& right) {
        return std::tie(right.time_us, left.name) < std::tie(left.time_us, right.name);
    });
    if (routines.size() <= most_rows) {
        return routines;
    }
    MpiRoutine rest;
    rest.name = std::to_string(routines.size() - most_rows + 1) + " others";
    std::for_each(routines.begin() + most_rows - 1, routines.end(),
                  [&](const MpiRoutine& routine) { add(rest, routine); });
    routines.resize(most_rows - 1);
    routines.push_back(rest);
    return routines;
}

} // namespace

void write_mpi_table(const rundir::MpiUse& use, const std::optional<rundir::RunInfo>& info,
                     const Terminal& terminal, Output& output) {
    const double run_us = info ? info->duration_us * static_cast<double>(use.size) : 0;
    const auto routines = shown_routines(use.routines);
    std::size_t name_need = std::string_view(title).size();
    std::vector<ColumnNeed> needs;
    for (const auto& column : table_columns) {
        std::size_t width = std::string_view(column.title).size();
        for (const auto& routine : routines) {
            width = std::max(width, column.text({routine, run_us}).size());
        }
        needs.push_back({width, column.importance});
    }
    for (const auto& routine : routines) {
        name_need = std::max(name_need, display_width(printable(routine.name)));
    }
    const auto layout = lay_out(terminal.width, name_need, needs);
    const auto line = [&](const std::string& name, const auto& text_of_column) {
        std::string line =
            pad_right(shorten_middle(printable(name), layout.name_width, terminal.unicode),
                      layout.name_width);
        for (std::size_t i = 0; i < table_columns.size(); ++i) {
            if (layout.shown[i]) {
                line += std::string(layout.gap, ' ') +
                        pad_left(text_of_column(table_columns[i]), needs[i].width);
            }
        }
        return line;
    };
    output.print("{}\n", Style(terminal.color).heading(line(title, [](const auto& column) {
        return std::string(column.title);
    })));
    for (const auto& routine : routines) {
        output.print("{}\n", line(routine.name, [&](const auto& column) {
                         return column.text({routine, run_us});
                     }));
    }
}

} // namespace proxima::cli
