#include "report/report_tables.hpp"
#include "report/table.hpp"
#include "text/units.hpp"

#include <algorithm>
#include <tuple>

namespace proxima::cli {
namespace {

using rundir::MpiRoutine;

void add(MpiRoutine& to, const MpiRoutine& from) {
    to.calls += from.calls;
    to.time_us += from.time_us;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
    to.operations += from.operations;
    to.in_flight_us += from.in_flight_us;
    to.hidden_us += from.hidden_us;
}

/// By time; the last row has the rest.
std::vector<MpiRoutine> shown_routines(std::vector<MpiRoutine> routines, std::size_t most) {
    std::sort(routines.begin(), routines.end(), [](const auto& left, const auto& right) {
        return std::tie(right.time_us, left.name) < std::tie(left.time_us, right.name);
    });
    if (routines.size() <= most) {
        return routines;
    }
    MpiRoutine rest;
    rest.name = std::to_string(routines.size() - most + 1) + " others (--all)";
    std::for_each(routines.begin() + static_cast<std::ptrdiff_t>(most) - 1, routines.end(),
                  [&](const MpiRoutine& routine) { add(rest, routine); });
    routines.resize(most - 1);
    routines.push_back(rest);
    return routines;
}

std::string bytes_text(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

} // namespace

void write_mpi_table(const rundir::MpiUse& use, const WholeTime& whole, std::size_t most,
                     const Terminal& terminal, Output& output) {
    Table table("MPI routine",
                {{"calls", 7},
                 {"time", 6},
                 {whole.column, 5},
                 {"sent", 4},
                 {"received", 3},
                 {"in flight", 1},
                 {"hidden", 2}},
                terminal);
    for (const auto& routine : shown_routines(use.routines, most)) {
        table.add(
            {routine.name,
             {human_count(routine.calls), human_time(routine.time_us), whole.text(routine.time_us),
              bytes_text(routine.bytes_sent), bytes_text(routine.bytes_received),
              routine.operations == 0 ? "-" : human_time(routine.in_flight_us),
              routine.in_flight_us > 0
                  ? human_share(std::min(routine.hidden_us / routine.in_flight_us, 1.0))
                  : "-"}});
    }
    table.write(output);
}

} // namespace proxima::cli
