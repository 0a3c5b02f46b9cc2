// The counts of all threads of all ranks, together.
#include "mpi/use_file.hpp"

#include <proxima/format/bytes.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace proxima::rundir {
namespace {

void add(MpiTraffic& to, const MpiTraffic& from) {
    to.calls += from.calls;
    to.time_us += from.time_us;
    to.bytes_sent += from.bytes_sent;
    to.bytes_received += from.bytes_received;
}

void add(MpiRoutine& to, const MpiRoutine& from) {
    add(static_cast<MpiTraffic&>(to), from);
    to.nested_calls += from.nested_calls;
    to.operations.begun += from.operations.begun;
    to.operations.completed += from.operations.completed;
    to.operations.in_flight_us += from.operations.in_flight_us;
    to.operations.waiting_us += from.operations.waiting_us;
    to.operations.hidden_us += from.operations.hidden_us;
}

void add(MpiCommunicator& to, const MpiCommunicator& from) {
    add(static_cast<MpiTraffic&>(to), from);
}

void add(MpiPartner& to, const MpiPartner& from) {
    to.messages_sent += from.messages_sent;
    to.bytes_sent += from.bytes_sent;
    to.messages_received += from.messages_received;
    to.bytes_received += from.bytes_received;
    to.time_us += from.time_us;
}

auto key_of(const MpiRoutine& routine) {
    return routine.name;
}
auto key_of(const MpiCommunicator& row) {
    return std::tuple(row.name, row.size, row.first, row.last, row.inter);
}
auto key_of(const MpiRank& row) {
    return row.rank;
}
auto key_of(const MpiPartner& row) {
    return std::tuple(row.rank, row.partner);
}

/// As many as the runtime keeps apart when it merges ranks.
constexpr std::size_t most_communicators = 1024;

/// Whether there may be one more row beside so many.
template <class Row>
bool has_room(const Row&, std::size_t) {
    return true;
}
bool has_room(const MpiCommunicator&, std::size_t rows) {
    return rows < most_communicators;
}

/// What a row is counted as where there is no room for it.
template <class Row>
Row among_others(const Row& row) {
    return row;
}
MpiCommunicator among_others(const MpiCommunicator& row) {
    MpiCommunicator others;
    static_cast<MpiTraffic&>(others) = row;
    others.name = "others";
    others.ranks = row.ranks;
    return others;
}

/// Rows of the same thing become one.
template <class Row>
class Merged {
public:
    void add_all(const std::vector<Row>& rows) {
        for (const Row& row : rows) {
            const auto [place, is_new] = rows_.emplace(key_of(row), row);
            if (!is_new) {
                add(place->second, row);
            }
        }
    }

    /// Of another rank.
    void add_ranks(const Merged& other) {
        for (const auto& [key, row] : other.rows_) {
            if (has_room(row, rows_.size()) || rows_.count(key) != 0) {
                add_of_rank(row);
            } else {
                add_of_rank(among_others(row));
            }
        }
    }

    std::vector<Row> rows() const {
        std::vector<Row> rows;
        rows.reserve(rows_.size());
        for (const auto& [key, row] : rows_) {
            rows.push_back(row);
        }
        return rows;
    }

    void end_rank() {
        for (auto& [key, row] : rows_) {
            end_rank(row);
        }
    }

private:
    void add_of_rank(const Row& row) {
        const auto [place, is_new] = rows_.emplace(key_of(row), row);
        if (!is_new) {
            add(place->second, row);
            add_rank(place->second, row);
        }
    }

    static void add_rank(MpiRoutine& to, const MpiRoutine& from) {
        to.ranks += from.ranks;
        to.shortest_us = std::min(to.shortest_us, from.shortest_us);
        to.longest_us = std::max(to.longest_us, from.longest_us);
    }
    static void add_rank(MpiCommunicator& to, const MpiCommunicator& from) {
        to.ranks += from.ranks;
    }
    template <class Other>
    static void add_rank(Other&, const Other&) {}

    static void end_rank(MpiRoutine& routine) {
        routine.shortest_us = routine.longest_us = routine.time_us;
    }
    template <class Other>
    static void end_rank(Other&) {}

    std::map<decltype(key_of(std::declval<const Row&>())), Row> rows_;
};

struct MergedUse {
    Merged<MpiRoutine> routines;
    Merged<MpiCommunicator> communicators;
    Merged<MpiRank> ranks;
    Merged<MpiPartner> partners;

    void add_thread(const MpiUse& use) {
        routines.add_all(use.routines);
        communicators.add_all(use.communicators);
        ranks.add_all(use.ranks);
        partners.add_all(use.partners);
    }

    void add_rank(MergedUse& other) {
        other.routines.end_rank();
        routines.add_ranks(other.routines);
        communicators.add_ranks(other.communicators);
        ranks.add_ranks(other.ranks);
        partners.add_ranks(other.partners);
    }
};

} // namespace

std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    std::optional<MpiUse> whole;
    std::map<std::int64_t, MergedUse> by_rank;
    for (const auto& file : run.use_files()) {
        try {
            const MpiUse use = read_use_file(file);
            by_rank[*use.ranks.front().rank].add_thread(use);
            const auto untracked = whole ? whole->untracked_operations : 0;
            whole = MpiUse{use.size,
                           use.library,
                           use.thread_level,
                           untracked + use.untracked_operations,
                           {},
                           {},
                           {},
                           {}};
        } catch (const format::Malformed& problem) {
            problems.emplace_back(Error(file, problem.offset, problem.what()).what());
        } catch (const Error& error) {
            problems.emplace_back(error.what());
        }
    }
    if (!whole) {
        return whole;
    }
    MergedUse all;
    for (auto& [rank, use] : by_rank) {
        all.add_rank(use);
    }
    whole->routines = all.routines.rows();
    whole->communicators = all.communicators.rows();
    whole->ranks = all.ranks.rows();
    whole->partners = all.partners.rows();
    return whole;
}

} // namespace proxima::rundir
