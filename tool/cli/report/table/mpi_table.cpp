#include "report/table/mpi_table.hpp"

#include "report/table/table_columns.hpp"
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

struct RowOfRoutine {
    const MpiRoutine& routine;
    double run_us; ///< of all ranks; 0: not known
};

std::string share_text(const RowOfRoutine& row) {
    return row.run_us > 0 ? human_share(std::min(row.routine.time_us / row.run_us, 1.0)) : "-";
}

std::string bytes_text(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

std::string in_flight_text(const RowOfRoutine& row) {
    return row.routine.operations == 0 ? "-" : human_time(row.routine.in_flight_us);
}

std::string hidden_text(const RowOfRoutine& row) {
    const auto& routine = row.routine;
    return routine.in_flight_us > 0 ? human_share(routine.hidden_us / routine.in_flight_us) : "-";
}

const std::array<TableColumn<RowOfRoutine>, 7> table_columns{{
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
    to.operations += from.operations;
    to.in_flight_us += from.in_flight_us;
    to.hidden_us += from.hidden_us;
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
    TableColumns<RowOfRoutine> columns("MPI routine", table_columns, terminal);
    for (const auto& routine : routines) {
        columns.measure({routine, run_us}, display_width(printable(routine.name)));
    }
    columns.lay_out();
    output.print("{}\n", Style(terminal.color).heading(columns.titles()));
    for (const auto& routine : routines) {
        std::string line = columns.name(printable(routine.name));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            line += columns.number(i, {routine, run_us});
        }
        output.print("{}\n", line);
    }
}

} // namespace proxima::cli
