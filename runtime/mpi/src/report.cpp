#include "report.hpp"

#include "library.hpp"
#include "thread_uses.hpp"

#include <algorithm>

namespace proxima::mpi {

namespace {

const char* thread_level() noexcept {
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    switch (level) {
    case MPI_THREAD_MULTIPLE:
        return "multiple";
    case MPI_THREAD_SERIALIZED:
        return "serialized";
    case MPI_THREAD_FUNNELED:
        return "funneled";
    default:
        return "single";
    }
}

class Collector {
public:
    Collector(Report& report, int rank, double microseconds_per_tick, int rows)
        : report_(report), rank_(rank < rows ? rank : -1), microseconds_(microseconds_per_tick) {}

    void add(const ThreadUse& use) {
        for (std::size_t i = 0; i < use.routines.size(); ++i) {
            if (use.routines[i].calls != 0 || use.routines[i].nested != 0) {
                add(report_.routines[routine_names[i]], use.routines[i]);
            }
        }
        for (const auto& communicator : use.communicators.all()) {
            add(*communicator);
        }
        if (use.communicators.others().calls != 0) {
            add(use.communicators.others());
        }
        for (const Partner& partner : use.communicators.partners()) {
            if (partner.communicator != nullptr) {
                add(partner);
            }
        }
        if (use.communicators.other_partners().ticks != 0) {
            add(use.communicators.other_partners());
        }
        report_.untracked += use.untracked;
    }

    // The time of a rank is that of all its threads.
    void finish() {
        RankReport& rank = report_.ranks[rank_];
        for (auto& [name, routine] : report_.routines) {
            routine.ranks = 1;
            routine.shortest = routine.longest = routine.time;
            rank.calls += routine.calls;
            rank.time += routine.time;
            rank.sent += routine.sent;
            rank.received += routine.received;
        }
        for (auto& [key, communicator] : report_.communicators) {
            communicator.ranks = 1;
        }
    }

private:
    double time(Ticks ticks) const noexcept { return static_cast<double>(ticks) * microseconds_; }

    void add(RoutineReport& to, const RoutineUse& use) const noexcept {
        to.calls += use.calls;
        to.nested += use.nested;
        to.time += time(use.ticks);
        to.sent += use.sent;
        to.received += use.received;
        to.operations += use.operations;
        to.completed += use.completed;
        to.in_flight += time(use.in_flight);
        to.waiting += time(use.waiting);
        to.hidden += time(use.hidden);
    }

    void add(const Communicator& communicator) {
        CommunicatorReport& to = report_.communicators[CommunicatorKey(
            communicator.name, communicator.size, communicator.first, communicator.last,
            communicator.inter)];
        to.calls += communicator.calls;
        to.time += time(communicator.ticks);
        to.sent += communicator.sent;
        to.received += communicator.received;
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
    to.shortest = to.ranks == 0 ? from.shortest : std::min(to.shortest, from.shortest);
    to.longest = std::max(to.longest, from.longest);
    to.ranks += from.ranks;
    to.calls += from.calls;
    to.nested += from.nested;
    to.time += from.time;
    to.sent += from.sent;
    to.received += from.received;
    to.operations += from.operations;
    to.completed += from.completed;
    to.in_flight += from.in_flight;
    to.waiting += from.waiting;
    to.hidden += from.hidden;
}

void add(CommunicatorReport& to, const CommunicatorReport& from) noexcept {
    to.ranks += from.ranks;
    to.calls += from.calls;
    to.time += from.time;
    to.sent += from.sent;
    to.received += from.received;
}

void add(RankReport& to, const RankReport& from) noexcept {
    to.calls += from.calls;
    to.time += from.time;
    to.sent += from.sent;
    to.received += from.received;
}

void add(PartnerReport& to, const PartnerReport& from) noexcept {
    to.messages_sent += from.messages_sent;
    to.messages_received += from.messages_received;
    to.sent += from.sent;
    to.received += from.received;
    to.time += from.time;
}

template <class Key, class Value>
void add(std::map<Key, Value>& to, const std::map<Key, Value>& from) {
    for (const auto& [key, value] : from) {
        add(to[key], value);
    }
}

} // namespace

Report report_of_rank(int rank, int size, double microseconds_per_tick, int rows) {
    Report report;
    report.size = static_cast<std::uint64_t>(size);
    report.library = library_version();
    report.thread_level = thread_level();
    Collector collector(report, rank, microseconds_per_tick, rows);
    thread_uses().for_each([&](const ThreadUse& use) { collector.add(use); });
    collector.finish();
    return report;
}

void merge(Report& report, const Report& other) {
    report.untracked += other.untracked;
    add(report.routines, other.routines);
    add(report.communicators, other.communicators);
    add(report.ranks, other.ranks);
    add(report.partners, other.partners);
}

} // namespace proxima::mpi
