#include "report.hpp"

#include "thread_uses.hpp"

#include <algorithm>

namespace proxima::mpi {

namespace {

void sum(Traffic& to, const Traffic& from) noexcept {
    to.calls += from.calls;
    to.time += from.time;
    to.sent += from.sent;
    to.received += from.received;
}

// A thread that only completes what others have begun has completions and bytes, but no calls.
bool is_used(const RoutineUse& use) noexcept {
    return (use.calls | use.nested | use.sent | use.received | use.operations | use.completed) != 0;
}

class Collector {
public:
    Collector(Report& report, int rank, double microseconds_per_tick, int rows)
        : report_(report), rank_(rank < rows ? rank : -1), microseconds_(microseconds_per_tick) {}

    void add(const UseTable& table) {
        const UseHead& head = table.head();
        std::for_each_n(table.routines(), head.routines, [&](const RoutineUse& use) {
            if (is_used(use)) {
                add(report_.routines[use.name.data()], use);
            }
        });
        std::for_each_n(table.communicator_rows(), head.communicators, [&](const auto& row) {
            if (row.calls != 0 || row.sent != 0 || row.received != 0) {
                add(row);
            }
        });
        std::for_each_n(table.partner_rows(), head.partners, [&](const Partner& row) {
            if (row.messages_sent != 0 || row.messages_received != 0) {
                add(row);
            }
        });
        report_.untracked += head.untracked;
    }

    // The time of a rank is that of all its threads.
    void finish() {
        Traffic& rank = report_.ranks[rank_];
        for (auto& [name, routine] : report_.routines) {
            routine.ranks = 1;
            routine.shortest = routine.longest = routine.time;
            sum(rank, routine);
        }
        for (auto& [key, communicator] : report_.communicators) {
            communicator.ranks = 1;
        }
    }

private:
    double time(Ticks ticks) const noexcept { return static_cast<double>(ticks) * microseconds_; }

    template <class Row>
    Traffic traffic(const Row& row) const noexcept {
        return {row.calls, time(row.ticks), row.sent, row.received};
    }

    void add(RoutineReport& to, const RoutineUse& use) const noexcept {
        sum(to, traffic(use));
        to.nested += use.nested;
        to.operations += use.operations;
        to.completed += use.completed;
        to.in_flight += time(use.in_flight);
        to.waiting += time(use.waiting);
        to.hidden += time(use.hidden);
    }

    void add(const Communicator& communicator) {
        const bool inter = communicator.inter != 0;
        const bool is_of_one = communicator.size == 1 && !inter;
        sum(report_.communicators[CommunicatorKey(communicator.name.data(), communicator.size,
                                                  is_of_one ? -1 : communicator.first,
                                                  is_of_one ? -1 : communicator.last, inter)],
            traffic(communicator));
    }

    void add(const Partner& partner) {
        if (rank_ < 0) { // rows of partners are as many as the square of the ranks
            return;
        }
        PartnerReport& to = report_.partners[{rank_, partner.world_rank}];
        to.messages_sent += partner.messages_sent;
        to.messages_received += partner.messages_received;
        to.sent += partner.sent;
        to.received += partner.received;
        to.time += time(partner.ticks);
    }

    Report& report_;
    int rank_;
    double microseconds_;
};

void add(RoutineReport& to, const RoutineReport& from) noexcept {
    sum(to, from);
    to.shortest = to.ranks == 0 ? from.shortest : std::min(to.shortest, from.shortest);
    to.longest = std::max(to.longest, from.longest);
    to.ranks += from.ranks;
    to.nested += from.nested;
    to.operations += from.operations;
    to.completed += from.completed;
    to.in_flight += from.in_flight;
    to.waiting += from.waiting;
    to.hidden += from.hidden;
}

void add(CommunicatorReport& to, const CommunicatorReport& from) noexcept {
    sum(to, from);
    to.ranks += from.ranks;
}

void add(PartnerReport& to, const PartnerReport& from) noexcept {
    to.messages_sent += from.messages_sent;
    to.messages_received += from.messages_received;
    to.sent += from.sent;
    to.received += from.received;
    to.time += from.time;
}

void add(Traffic& to, const Traffic& from) noexcept {
    sum(to, from);
}

template <class Key, class Value>
void add(std::map<Key, Value>& to, const std::map<Key, Value>& from) {
    for (const auto& [key, value] : from) {
        add(to[key], value);
    }
}

void add_communicators(std::map<CommunicatorKey, CommunicatorReport>& to,
                       const std::map<CommunicatorKey, CommunicatorReport>& from) {
    const CommunicatorKey others("others", 0, -1, -1, false);
    for (const auto& [key, communicator] : from) {
        const bool has_room = to.size() < most_communicators || to.count(key) != 0;
        add(to[has_room ? key : others], communicator);
    }
}

} // namespace

Report report_of_rank(int rank, double microseconds_per_tick, int rows) {
    Report report;
    Collector collector(report, rank, microseconds_per_tick, rows);
    thread_uses().for_each([&](const ThreadUse& use) { collector.add(use.table); });
    collector.finish();
    return report;
}

void merge(Report& report, const Report& other) {
    report.untracked += other.untracked;
    add(report.routines, other.routines);
    add_communicators(report.communicators, other.communicators);
    add(report.ranks, other.ranks);
    add(report.partners, other.partners);
}

} // namespace proxima::mpi
