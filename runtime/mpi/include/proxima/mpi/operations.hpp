/// \file
/// Nonblocking and persistent operations, by their requests. Not for users.
#pragma once

#include <proxima/mpi/communicator.hpp>

#include <cstdint>
#include <mpi.h>
#include <optional>
#include <unordered_map>
#include <vector>

namespace proxima::mpi {

struct Operation {
    bool sends = false;      ///< a message to `partner`
    bool receives = false;   ///< a message, of which its status tells
    bool persistent = false; ///< begun by MPI_Start, any number of times
    bool active = false;
    unsigned routine = 0;               ///< that made it
    int partner = 0;                    ///< rank that it is sent to
    const Partners* partners = nullptr; ///< null: not known
    Ticks start = 0;
    Ticks communication = 0; ///< ticks of its thread in MPI until then
    Bytes sent = 0;          ///< each time that it is begun
    Bytes received = 0;      ///< each time that it is begun; a receive's come from its status
};

/// Those that one thread has begun. What another thread completes is not followed.
class OperationTable {
public:
    /// Takes the place of another one with this request: of one that ended unseen, or of a send
    /// that was done at once, since an MPI may give all of those the same request. Returns that
    /// one; if there is no room, the operation itself.
    std::optional<Operation> put(MPI_Request request, const Operation& operation) noexcept;

    /// Null if there is none.
    Operation* find(MPI_Request request) noexcept;

    /// The active operation of the request, which has completed. It stays, inactive, if it is
    /// persistent.
    std::optional<Operation> complete(MPI_Request request) noexcept;

    void forget(MPI_Request request) noexcept;

private:
    using Known = std::unordered_map<std::uint64_t, Operation>; // by handle_key()

    Known known_;
    std::vector<Known::node_type> spare_; // so that a steady state allocates nothing
};

} // namespace proxima::mpi
