// What ranks have done with MPI: one rank's, or that of many together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace proxima::mpi {

// Numbers are sums over ranks; times are microseconds.
struct Traffic {
    std::uint64_t calls = 0;
    double time = 0;
    std::uint64_t sent = 0; // bytes
    std::uint64_t received = 0;
};

struct RoutineReport : Traffic {
    std::uint64_t ranks = 0; // that have called it
    std::uint64_t nested = 0;
    double shortest = 0; // of a rank's time in it
    double longest = 0;
    std::uint64_t operations = 0;
    std::uint64_t completed = 0;
    double in_flight = 0;
    double waiting = 0;
    double hidden = 0;
};

// Communicators are the same if all of this is: name, size, world ranks of the first and the last
// member (of the remote group of an intercommunicator), whether it is an intercommunicator. Those
// of one rank alone, of which each rank may have its own, are without world ranks.
using CommunicatorKey = std::tuple<std::string, int, int, int, bool>;

struct CommunicatorReport : Traffic {
    std::uint64_t ranks = 0;
};

// Messages of a rank to and from another; by world ranks, -1 for all that are not in the world or
// for which there was no room.
struct PartnerReport {
    std::uint64_t messages_sent = 0;
    std::uint64_t messages_received = 0;
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    double time = 0; // in blocking calls
};

struct Report {
    std::uint64_t size = 1; // of MPI_COMM_WORLD
    std::string library;
    std::string thread_level;
    std::uint64_t untracked = 0;
    std::map<std::string, RoutineReport> routines;
    std::map<CommunicatorKey, CommunicatorReport> communicators;
    std::map<int, Traffic> ranks;                          // -1: those without a row of their own
    std::map<std::pair<int, int>, PartnerReport> partners; // rank and partner
};

// What this process has done; not what its MPI is. Ranks from `rows` on have no row of their own.
Report report_of_rank(int rank, double microseconds_per_tick, int rows);

// Rows of communicators beyond the first of them are together in one row for all others.
constexpr std::size_t most_communicators = 1024;

void merge(Report& report, const Report& other);

std::string to_bytes(const Report& report);
// Throws std::runtime_error for bytes that are none.
Report report_from(const std::string& bytes);

// The text of mpi.json.
std::string report_json(const Report& report);

} // namespace proxima::mpi
