#include <proxima/format/bytes.hpp>
#include <proxima/format/json.hpp>
#include <proxima/format/mpi_report.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace proxima::format {
namespace {

template <std::size_t Size>
std::string text_of(const char (&text)[Size]) {
    return std::string(text, strnlen(text, Size));
}

void add(MpiSums& to, const MpiSums& from) noexcept {
    to.shortest = to.ranks == 0 ? from.shortest : std::min(to.shortest, from.shortest);
    to.longest = std::max(to.longest, from.longest);
    to.ranks += from.ranks;
    to.calls += from.calls;
    to.nested += from.nested;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
    to.messages_sent += from.messages_sent;
    to.messages_received += from.messages_received;
    to.operations += from.operations;
    to.completed += from.completed;
    to.time += from.time;
    to.in_flight += from.in_flight;
    to.hidden += from.hidden;
}

// The common part of all rows.
template <class Row>
MpiSums traffic_of(const Row& row, double microseconds) noexcept {
    MpiSums sums;
    sums.bytes_sent = row.bytes_sent;
    sums.bytes_received = row.bytes_received;
    sums.time = static_cast<double>(row.ticks) * microseconds;
    return sums;
}

MpiSums sums_of(const MpiRoutineCounts& row, double microseconds) noexcept {
    MpiSums sums = traffic_of(row, microseconds);
    sums.calls = row.calls;
    sums.nested = row.nested;
    sums.operations = row.operations;
    sums.completed = row.completed;
    sums.in_flight = static_cast<double>(row.in_flight) * microseconds;
    sums.hidden = static_cast<double>(row.hidden) * microseconds;
    return sums;
}

MpiSums sums_of(const MpiPartnerCounts& row, double microseconds) noexcept {
    MpiSums sums = traffic_of(row, microseconds);
    sums.messages_sent = row.messages_sent;
    sums.messages_received = row.messages_received;
    return sums;
}

MpiSums sums_of(const MpiPathCounts& row, double microseconds) noexcept {
    MpiSums sums = traffic_of(row, microseconds);
    sums.calls = row.calls;
    return sums;
}

// A thread that only completes operations of others has completions and bytes, but no calls.
bool is_used(const MpiSums& sums) noexcept {
    return (sums.calls | sums.nested | sums.bytes_sent | sums.bytes_received | sums.messages_sent |
            sums.messages_received | sums.operations | sums.completed) != 0;
}

MpiRowKey key_of_rank(std::int32_t rank) {
    return {MpiRowKind::rank, {}, {rank}};
}

void put_rank(JsonWriter& json, const char* name, std::int32_t rank) {
    json.key(name);
    rank < 0 ? json.null() : json.value(rank);
}

void write_traffic(JsonWriter& json, const MpiSums& sums) {
    json.member("calls", sums.calls).member("time", sums.time);
    json.member("bytes sent", sums.bytes_sent).member("bytes received", sums.bytes_received);
}

void write_routine(JsonWriter& json, const MpiRowKey& key, const MpiSums& sums) {
    json.member("name", key.name).member("ranks", sums.ranks);
    write_traffic(json, sums);
    json.member("nested", sums.nested).member("min over ranks", sums.shortest);
    json.member("max over ranks", sums.longest);
    if (sums.operations != 0) {
        json.key("nonblocking").begin_object();
        json.member("operations", sums.operations).member("completed", sums.completed);
        json.member("in flight", sums.in_flight);
        json.member("hidden", sums.hidden).end_object();
    }
}

void write_rank(JsonWriter& json, const MpiRowKey& key, const MpiSums& sums) {
    put_rank(json, "rank", key.numbers[0]);
    write_traffic(json, sums);
}

void write_path(JsonWriter& json, const MpiRowKey& key, const MpiSums& sums) {
    json.member("path", key.path).member("routine", key.name).member("ranks", sums.ranks);
    write_traffic(json, sums);
    json.member("min over ranks", sums.shortest).member("max over ranks", sums.longest);
}

void write_partner(JsonWriter& json, const MpiRowKey& key, const MpiSums& sums) {
    put_rank(json, "rank", key.numbers[0]);
    put_rank(json, "partner", key.numbers[1]);
    json.member("messages sent", sums.messages_sent).member("bytes sent", sums.bytes_sent);
    json.member("messages received", sums.messages_received);
    json.member("bytes received", sums.bytes_received).member("time", sums.time);
}

} // namespace

void MpiReport::add_thread(const MpiThreadCounts& thread, std::int32_t rank) {
    const double ticks_per_second = thread.facts->ticks_per_second;
    if (!std::isfinite(ticks_per_second) || ticks_per_second <= 0) {
        throw Malformed(0, "has counts of MPI, but a clock without ticks");
    }
    ranks = thread.facts->ranks;
    library = text_of(thread.facts->library);
    thread_level = text_of(thread.facts->thread_level);
    untracked += thread.facts->untracked;
    const double microseconds = 1e6 / ticks_per_second;
    MpiSums& of_rank = rows[key_of_rank(rank)];
    std::for_each_n(thread.routines, thread.routine_count, [&](const MpiRoutineCounts& row) {
        const MpiSums sums = sums_of(row, microseconds);
        if (is_used(sums)) {
            add(rows[{MpiRowKind::routine, text_of(row.name), {}}], sums);
            add(of_rank, sums);
        }
    });
    std::for_each_n(thread.partners, thread.partner_count, [&](const MpiPartnerCounts& row) {
        const MpiSums sums = sums_of(row, microseconds);
        if (rank >= 0 && is_used(sums)) { // their number is quadratic in the ranks
            add(rows[{MpiRowKind::partner, {}, {rank, row.world_rank}}], sums);
        }
    });
    std::for_each_n(thread.paths, thread.path_count, [&](const MpiPathCounts& row) {
        if (row.routine - 1 < thread.routine_count && row.node < thread.call_paths->size()) {
            add(rows[{MpiRowKind::path,
                      text_of(thread.routines[row.routine - 1].name),
                      {},
                      (*thread.call_paths)[row.node]}],
                sums_of(row, microseconds));
        }
    });
}

void MpiReport::end_rank() {
    for (auto& [key, sums] : rows) {
        sums.ranks = 1;
        sums.shortest = sums.longest = sums.time;
    }
}

void MpiReport::merge(const MpiReport& other) {
    untracked += other.untracked;
    for (const auto& [key, sums] : other.rows) {
        add(rows[key], sums);
    }
}

std::string MpiReport::bytes() const {
    Bytes bytes;
    bytes.put(ranks).put_string(library).put_string(thread_level).put(untracked);
    bytes.put(std::uint64_t{rows.size()});
    for (const auto& [key, sums] : rows) {
        bytes.put(key.kind).put_string(key.name).put_string(key.path);
        for (const std::int32_t number : key.numbers) {
            bytes.put(number);
        }
        bytes.put(sums);
    }
    return {bytes.data(), bytes.size()};
}

MpiReport MpiReport::from(std::string_view text) {
    ByteReader bytes(text);
    MpiReport report;
    bytes.get(report.ranks);
    report.library = bytes.get_string();
    report.thread_level = bytes.get_string();
    bytes.get(report.untracked);
    for (auto left = bytes.get_count(sizeof(MpiSums)); left > 0; --left) {
        MpiRowKey key{};
        bytes.get(key.kind);
        key.name = bytes.get_string();
        key.path = bytes.get_string();
        for (std::int32_t& number : key.numbers) {
            bytes.get(number);
        }
        bytes.get(report.rows[key]);
    }
    return report;
}

std::string MpiReport::json() const {
    struct Table {
        const char* name;
        MpiRowKind kind;
        void (*write)(JsonWriter& json, const MpiRowKey& key, const MpiSums& sums);
    };
    constexpr std::array<Table, 4> tables{Table{"routines", MpiRowKind::routine, write_routine},
                                          Table{"ranks", MpiRowKind::rank, write_rank},
                                          Table{"partners", MpiRowKind::partner, write_partner},
                                          Table{"paths", MpiRowKind::path, write_path}};
    JsonWriter json;
    json.begin_object().member("format", 1).member("size", ranks).member("library", library);
    json.member("thread level", thread_level).member("untracked operations", untracked);
    for (const Table& table : tables) {
        json.new_line().key(table.name).begin_array();
        for (const auto& [key, sums] : rows) {
            if (key.kind == table.kind) {
                json.new_line().begin_object();
                table.write(json, key, sums);
                json.end_object();
            }
        }
        json.end_array();
    }
    json.end_object().new_line();
    return json.text();
}

} // namespace proxima::format
