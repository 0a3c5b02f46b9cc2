/// \file
/// What a thread has moved in each communicator, and between each two ranks. Not for users.
#pragma once

#include <proxima/mpi/handle_cache.hpp>

#include <cstdint>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

namespace proxima::mpi {

using Bytes = std::uint64_t;
using Ticks = std::uint64_t;

/// Messages between the calling rank and another one of a communicator.
struct Partner {
    const void* communicator = nullptr; ///< a Communicator; null: the entry is free
    int rank = 0;                       ///< within the communicator's (remote) group
    int world_rank = -1;                ///< -1: not in MPI_COMM_WORLD
    std::uint64_t messages_sent = 0;
    std::uint64_t messages_received = 0;
    Bytes sent = 0;
    Bytes received = 0;
    Ticks ticks = 0; ///< in blocking calls
};

/// A communicator, as long as the thread lives, even if MPI has freed it.
struct Communicator {
    std::string name;
    int size = 1;
    int rank = 0;
    int peers = 1;        ///< of an intercommunicator the remote size, else the size
    int first = -1;       ///< world ranks of the first and the last member: with the size and the
    int last = -1;        ///< name they tell communicators of different ranks that are the same
    int sources = 0;      ///< neighbours in its topology
    int destinations = 0; ///< neighbours in its topology
    bool inter = false;
    MPI_Group partners = MPI_GROUP_NULL; ///< whose ranks messages name
    Partner* last_partner = nullptr;
    std::uint64_t calls = 0;
    Ticks ticks = 0;
    Bytes sent = 0;
    Bytes received = 0;
};

/// Used by one thread. Bounded: what does not fit is counted in one row for all others.
class Communicators {
public:
    Communicators();
    Communicators(const Communicators&) = delete;
    Communicators& operator=(const Communicators&) = delete;

    /// Of a handle that is valid now.
    Communicator& of(MPI_Comm handle) noexcept {
        if (handle == last_handle_ && freed_ == freed()) {
            return *last_;
        }
        return look_up(handle);
    }

    /// The same communicator as another thread has it.
    Communicator& like(const Communicator& other) noexcept;

    Partner& partner(Communicator& communicator, int rank) noexcept {
        Partner* const last = communicator.last_partner;
        return last != nullptr && last->rank == rank ? *last : look_up(communicator, rank);
    }

    const std::vector<std::unique_ptr<Communicator>>& all() const noexcept { return rows_; }
    const std::vector<Partner>& partners() const noexcept { return partners_; }
    const Communicator& others() const noexcept { return others_; }
    const Partner& other_partners() const noexcept { return other_partners_; }

    /// Handles known until now may mean other communicators from now on, to all threads.
    static void forget() noexcept { __atomic_add_fetch(&freed_count, 1, __ATOMIC_RELEASE); }

private:
    static std::uint64_t freed() noexcept {
        return __atomic_load_n(&freed_count, __ATOMIC_ACQUIRE);
    }

    Communicator& look_up(MPI_Comm handle) noexcept;
    Communicator& add(Communicator described);
    Partner& look_up(Communicator& communicator, int rank) noexcept;

    static std::uint64_t freed_count;

    MPI_Comm last_handle_ = MPI_COMM_NULL;
    Communicator* last_ = nullptr;
    std::uint64_t freed_ = 0;
    HandleCache<MPI_Comm, Communicator*> known_;
    std::vector<std::unique_ptr<Communicator>> rows_;
    std::vector<Partner> partners_; ///< a hash table
    Communicator others_;
    Partner other_partners_;
};

} // namespace proxima::mpi
