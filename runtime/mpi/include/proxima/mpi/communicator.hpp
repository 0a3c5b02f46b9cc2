/// \file
/// What a thread has moved in each communicator, and between each two ranks. Not for users.
#pragma once

#include <proxima/mpi/handle_cache.hpp>
#include <proxima/mpi/use_table.hpp>

#include <cstdint>
#include <mpi.h>

namespace proxima::mpi {

/// The shape of a communicator, as collective operations see it.
struct Members {
    std::int32_t size = 0;
    std::int32_t rank = 0;
    std::int32_t inter = 0;
    std::int32_t peers = 1;
    std::int32_t sources = 0;
    std::int32_t destinations = 0;
};

inline Members members_of(const Communicator& row) noexcept {
    return {row.size, row.rank, row.inter, row.peers, row.sources, row.destinations};
}
/// As MPI tells it now.
Members members_of(MPI_Comm handle) noexcept;

/// Used by one thread. Bounded: what does not fit is counted in one row for all others.
class Communicators {
public:
    explicit Communicators(const UseTable& table) noexcept;
    Communicators(const Communicators&) = delete;
    Communicators& operator=(const Communicators&) = delete;
    ~Communicators() = default;

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

    /// Handles known until now may mean other communicators from now on, to all threads.
    static void forget() noexcept { __atomic_add_fetch(&freed_count, 1, __ATOMIC_RELEASE); }

private:
    static std::uint64_t freed() noexcept {
        return __atomic_load_n(&freed_count, __ATOMIC_ACQUIRE);
    }

    Communicator& look_up(MPI_Comm handle) noexcept;
    Communicator& add(MPI_Comm handle) noexcept;
    Communicator& add(const Communicator& described) noexcept;
    Partner& look_up(Communicator& communicator, int rank) noexcept;

    static std::uint64_t freed_count;

    MPI_Comm last_handle_ = MPI_COMM_NULL;
    Communicator* last_ = nullptr;
    std::uint64_t freed_ = 0;
    HandleCache<MPI_Comm, Communicator*> known_;
    Communicator* rows_;
    std::size_t used_ = 0;
    Partner* partners_; ///< a hash table
};

} // namespace proxima::mpi
