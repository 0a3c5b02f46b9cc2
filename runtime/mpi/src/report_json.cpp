// mpi.json; see runtime/format/FORMAT.md.
#include "report.hpp"
#include "text/json.hpp"

namespace proxima::mpi {

namespace {

using detail::JsonWriter;

void write_rank(JsonWriter& json, const char* name, int rank) {
    json.key(name);
    rank < 0 ? json.null() : json.value(rank);
}

void write_routine(JsonWriter& json, const std::string& name, const RoutineReport& routine) {
    json.new_line().begin_object();
    json.member("name", name).member("ranks", routine.ranks).member("calls", routine.calls);
    json.member("nested", routine.nested).member("time", routine.time);
    json.member("min over ranks", routine.shortest).member("max over ranks", routine.longest);
    json.member("bytes sent", routine.sent).member("bytes received", routine.received);
    if (routine.operations != 0) {
        json.key("nonblocking").begin_object();
        json.member("operations", routine.operations).member("completed", routine.completed);
        json.member("in flight", routine.in_flight).member("waiting", routine.waiting);
        json.member("hidden", routine.hidden).end_object();
    }
    json.end_object();
}

void write_communicator(JsonWriter& json, const CommunicatorKey& key,
                        const CommunicatorReport& communicator) {
    const auto& [name, size, first, last, inter] = key;
    json.new_line().begin_object();
    json.member("name", name).member("size", size).member("intercommunicator", inter);
    write_rank(json, "first", first);
    write_rank(json, "last", last);
    json.member("ranks", communicator.ranks).member("calls", communicator.calls);
    json.member("time", communicator.time).member("bytes sent", communicator.sent);
    json.member("bytes received", communicator.received).end_object();
}

void write_partner(JsonWriter& json, const std::pair<int, int>& ranks,
                   const PartnerReport& partner) {
    json.new_line().begin_object();
    write_rank(json, "rank", ranks.first);
    write_rank(json, "partner", ranks.second);
    json.member("messages sent", partner.messages_sent).member("bytes sent", partner.sent);
    json.member("messages received", partner.messages_received);
    json.member("bytes received", partner.received).member("time", partner.time).end_object();
}

void write_rank_row(JsonWriter& json, int rank, const Traffic& row) {
    json.new_line().begin_object();
    write_rank(json, "rank", rank);
    json.member("calls", row.calls).member("time", row.time);
    json.member("bytes sent", row.sent).member("bytes received", row.received).end_object();
}

template <class Map, class Write>
void write_rows(JsonWriter& json, const char* name, const Map& rows, Write write) {
    json.new_line().key(name).begin_array();
    for (const auto& [key, row] : rows) {
        write(json, key, row);
    }
    json.end_array();
}

} // namespace

std::string report_json(const Report& report) {
    JsonWriter json;
    json.begin_object().member("format", 1).member("size", report.size);
    json.member("library", report.library).member("thread level", report.thread_level);
    json.member("untracked operations", report.untracked);
    write_rows(json, "routines", report.routines, write_routine);
    write_rows(json, "communicators", report.communicators, write_communicator);
    write_rows(json, "ranks", report.ranks, write_rank_row);
    write_rows(json, "partners", report.partners, write_partner);
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::mpi
