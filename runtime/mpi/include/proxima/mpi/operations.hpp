/// \file
/// Nonblocking and persistent operations, by their requests. Not for users.
#pragma once

#include <proxima/mpi/communicator.hpp>

#include <array>
#include <cstdint>
#include <mpi.h>

namespace proxima::mpi {

struct ThreadUse;

struct Operation {
    bool sends = false;      ///< a message to `partner`
    bool receives = false;   ///< a message, of which its status tells
    bool persistent = false; ///< begun by MPI_Start, any number of times
    bool active = false;
    bool cancelled = false;
    unsigned routine = 0;                 ///< that made it
    unsigned epoch = 0;                   ///< in which it was made; see switch_communication()
    int partner = 0;                      ///< rank that it is sent to
    Communicator* communicator = nullptr; ///< of `owner`; null: none
    ThreadUse* owner = nullptr;           ///< the thread that began it, or made it
    Ticks start = 0;
    Ticks communication = 0; ///< ticks of the owner in MPI until then
    Ticks waiting = 0;       ///< ticks of the owner in completing calls until then
    Bytes sent = 0;          ///< each time that it is begun
    Bytes received = 0;      ///< each time that it is begun; a receive's come from its status
};

/// Of the whole process, since one thread may begin what another completes. Lock-free and bounded.
/// An operation is not looked for before the routine that made it has returned, so that its fields
/// need no protection of their own. Only where MPI hands out one request for several operations
/// threads may mix up whose is whose.
///
/// While MPI is switched off operations end unseen, and others get their requests. So one that was
/// made before is not known any more, unless it is persistent: then it is not known to be active.
class OperationTable {
public:
    enum class Added { yes, no_room, known };

    /// `known`: there is one with this request, which MPI hands out for all that are complete from
    /// the start.
    Added add(MPI_Request request, const Operation& operation) noexcept;
    /// Null if there is none.
    Operation* find(MPI_Request request) noexcept;
    /// False if it was not there, or another thread was faster.
    bool remove(MPI_Request request) noexcept;

private:
    static constexpr unsigned bits = 12;
    static constexpr std::size_t ways = 8;

    struct Bucket {
        std::array<std::uint64_t, ways> keys{}; // 0: free
        std::array<Operation, ways> operations{};
    };

    struct Place {
        std::uint64_t* key;
        Operation* operation;
    };

    Place place_of(std::uint64_t key) noexcept;
    Bucket& bucket(std::uint64_t key, unsigned choice) noexcept;

    std::array<Bucket, std::size_t{1} << bits> buckets_{};
};

OperationTable& operations() noexcept;

} // namespace proxima::mpi
