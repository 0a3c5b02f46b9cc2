#include "report/report_tables.hpp"
#include "text/table.hpp"

#include <proxima/base/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace proxima::cli {
namespace {

using rundir::MpiPath;
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

void add(MpiPath& to, const MpiPath& from) {
    to.calls += from.calls;
    to.time_us += from.time_us;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
}

struct PartnerRow : rundir::MpiPartner {
    std::string name;
};

void add(PartnerRow& to, const PartnerRow& from) {
    to.messages_sent += from.messages_sent;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
    to.time_us += from.time_us;
}

// `rank 0 with 1`
std::vector<PartnerRow> named(const std::vector<rundir::MpiPartner>& partners) {
    std::vector<PartnerRow> rows;
    for (const auto& partner : partners) {
        rows.push_back(
            {partner, "rank " + std::to_string(partner.rank) + " with " +
                          (partner.partner < 0 ? "others" : std::to_string(partner.partner))});
    }
    return rows;
}

template <typename Row>
std::string& name_of(Row& row) {
    return row.name;
}

std::string& name_of(MpiPath& row) {
    return row.caller;
}

// Rows that are shown with --all: what a terminal scrolls, and a run of a stranger cannot exceed.
constexpr std::size_t most_rows = 10'000;

// Sorts rows by time and adds up those after the first `most` in a last row.
template <typename Row>
std::vector<Row> shown(std::vector<Row> rows, std::size_t most) {
    std::sort(rows.begin(), rows.end(), [](auto& left, auto& right) {
        return std::tie(right.time_us, name_of(left)) < std::tie(left.time_us, name_of(right));
    });
    if (rows.size() <= most) {
        return rows;
    }
    Row rest;
    name_of(rest) =
        std::to_string(rows.size() - most + 1) + " others" + (most < most_rows ? " (--all)" : "");
    std::for_each(rows.begin() + static_cast<std::ptrdiff_t>(most) - 1, rows.end(),
                  [&](const Row& row) { add(rest, row); });
    rows.resize(most - 1);
    rows.push_back(rest);
    return rows;
}

std::string bytes_text(std::uint64_t bytes) {
    return bytes == 0 ? "-" : base::human_bytes(bytes);
}

void write_routines(const rundir::MpiUse& use, const profile::WholeTime& whole, std::size_t most,
                    const text::Terminal& terminal, text::Output& output) {
    text::Table table("MPI routine",
                      {{"calls", 7},
                       {"time", 6},
                       {whole.column, 5},
                       {"sent", 4},
                       {"received", 3},
                       {"in flight", 1},
                       {"hidden", 2}},
                      terminal);
    for (const auto& routine : shown(use.routines, most)) {
        table.add({routine.name,
                   {base::human_count(routine.calls), base::human_time(routine.time_us),
                    whole.text(routine.time_us), bytes_text(routine.bytes_sent),
                    bytes_text(routine.bytes_received),
                    routine.operations == 0 ? "-" : base::human_time(routine.in_flight_us),
                    routine.in_flight_us > 0
                        ? base::human_share(std::min(routine.hidden_us / routine.in_flight_us, 1.0))
                        : "-"}});
    }
    table.write(output);
}

void write_callers(const rundir::MpiUse& use, const profile::WholeTime& whole, std::size_t most,
                   const text::Terminal& terminal, text::Output& output) {
    auto methods = rundir::by_method(use.paths);
    if (std::all_of(methods.begin(), methods.end(),
                    [](const auto& method) { return method.caller.empty(); })) {
        return; // all as in the table of routines
    }
    auto rows = shown(std::move(methods), most);
    std::size_t width = std::string_view("method").size();
    for (auto& row : rows) {
        row.caller = row.caller.empty() ? "no method" : row.caller;
        width = std::clamp(row.caller.size(), width, std::max(width, terminal.width));
    }
    text::Table table(fmt::format("{:{}}  MPI routine", "method", width),
                      {{"calls", 7}, {"time", 6}, {whole.column, 5}, {"sent", 4}, {"received", 3}},
                      terminal);
    for (const auto& row : rows) {
        table.add(
            {fmt::format("{:{}}  {}", row.caller, width, row.routine),
             {base::human_count(row.calls), base::human_time(row.time_us), whole.text(row.time_us),
              bytes_text(row.bytes_sent), bytes_text(row.bytes_received)}});
    }
    output.write("\n");
    table.write(output);
}

void write_partners(const rundir::MpiUse& use, const profile::WholeTime& whole, std::size_t most,
                    const text::Terminal& terminal, text::Output& output) {
    text::Table table("MPI partners",
                      {{"time", 6},
                       {whole.column, 5},
                       {"messages", 2},
                       {"sent", 4},
                       {"mean", 1},
                       {"received", 3}},
                      terminal);
    for (const auto& row : shown(named(use.partners), most)) {
        table.add(
            {row.name,
             {base::human_time(row.time_us), whole.text(row.time_us),
              base::human_count(row.messages_sent), bytes_text(row.bytes_sent),
              row.messages_sent == 0 ? "-" : base::human_bytes(row.bytes_sent / row.messages_sent),
              bytes_text(row.bytes_received)}});
    }
    table.write(output);
}

} // namespace

void write_mpi_tables(const rundir::MpiUse& use, const profile::WholeTime& whole, std::size_t most,
                      const text::Terminal& terminal, text::Output& output) {
    most = std::min(most, most_rows);
    write_routines(use, whole, most, terminal, output);
    write_callers(use, whole, most, terminal, output);
    if (!use.partners.empty()) {
        output.write("\n");
        write_partners(use, whole, most, terminal, output);
    }
}

} // namespace proxima::cli
