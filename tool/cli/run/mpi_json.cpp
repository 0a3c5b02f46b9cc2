#include "run/mpi_json.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace proxima::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<std::int64_t>& number) {
    return number ? Json(*number) : Json();
}

void add_traffic(Json& row, const rundir::MpiTraffic& traffic) {
    row["calls"] = traffic.calls;
    row["time"] = traffic.time_us;
    row["bytes sent"] = traffic.bytes_sent;
    row["bytes received"] = traffic.bytes_received;
}

Json row_of(const rundir::MpiRoutine& routine) {
    Json row{{"name", routine.name}, {"ranks", routine.ranks}};
    add_traffic(row, routine);
    row["nested"] = routine.nested_calls;
    row["min over ranks"] = routine.shortest_us;
    row["max over ranks"] = routine.longest_us;
    const auto& operations = routine.operations;
    if (operations.begun != 0) {
        row["nonblocking"] = {{"operations", operations.begun},
                              {"completed", operations.completed},
                              {"in flight", operations.in_flight_us},
                              {"hidden", operations.hidden_us}};
    }
    return row;
}

Json row_of(const rundir::MpiRank& rank) {
    Json row{{"rank", number_or_null(rank.rank)}};
    add_traffic(row, rank);
    return row;
}

Json row_of(const rundir::MpiPartner& partner) {
    return {{"rank", number_or_null(partner.rank)},
            {"partner", number_or_null(partner.partner)},
            {"messages sent", partner.messages_sent},
            {"bytes sent", partner.bytes_sent},
            {"messages received", partner.messages_received},
            {"bytes received", partner.bytes_received},
            {"time", partner.time_us}};
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class Row>
void write_rows(const char* name, const std::vector<Row>& rows, Output& output) {
    output.print(",\n\"{}\":[", name);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        output.print("{}\n{}", i == 0 ? "" : ",", text_of(row_of(rows[i])));
    }
    output.write("]");
}

} // namespace

void write_mpi_json(const rundir::MpiUse& use, Output& output) {
    const Json head{{"format", 1},
                    {"size", use.size},
                    {"library", use.library},
                    {"thread level", use.thread_level},
                    {"untracked operations", use.untracked_operations}};
    const std::string text = text_of(head);
    output.write(text.substr(0, text.size() - 1)); // goes on
    write_rows("routines", use.routines, output);
    write_rows("ranks", use.ranks, output);
    write_rows("partners", use.partners, output);
    output.write("}");
}

} // namespace proxima::cli
