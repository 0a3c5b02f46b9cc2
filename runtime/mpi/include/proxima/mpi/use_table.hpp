/// \file
/// The counts of one thread, in memory that may be a file's: so they outlive a process that is
/// killed. runtime/format/FORMAT.md describes it. Not for users.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mpi.h>

namespace proxima::mpi {

using Bytes = std::uint64_t;
using Ticks = std::uint64_t;

/// Generated, one name for each wrapper.
extern const std::size_t routine_count;
extern const char* const routine_names[];

struct UseHead {
    std::array<unsigned char, 8> magic{0x89, 'P', 'X', 'M', '\r', '\n', 0x1a, '\n'};
    std::uint32_t version = 1;
    std::uint32_t rank = 0;
    std::uint32_t ranks = 1;
    std::uint32_t routines = 0; ///< rows of each kind
    std::uint32_t communicators = 0;
    std::uint32_t partners = 0;
    std::uint64_t routines_at = 0; ///< offsets of the rows
    std::uint64_t communicators_at = 0;
    std::uint64_t partners_at = 0;
    double ticks_per_second = 0;
    std::uint64_t untracked = 0; ///< operations that there was no room for
    std::array<char, 16> thread_level{};
    std::array<char, 128> library{};
};

struct alignas(64) RoutineUse {
    std::uint64_t calls = 0;  ///< by the application
    std::uint64_t nested = 0; ///< from within MPI: calls of callbacks, or of MPI itself
    Ticks ticks = 0;          ///< in `calls`
    Bytes sent = 0;
    Bytes received = 0;
    // Of nonblocking operations that the routine has begun:
    std::uint64_t operations = 0;
    std::uint64_t completed = 0;
    Ticks in_flight = 0; ///< from the end of the routine to the end of the call that completes it
    Ticks waiting = 0;   ///< of that, in calls that wait or test for completion
    Ticks hidden = 0;    ///< of that, outside of MPI
    std::array<char, 48> name{};
};

/// Messages between the calling rank and another one of a communicator.
struct alignas(64) Partner {
    std::uint64_t messages_sent = 0;
    std::uint64_t messages_received = 0;
    Bytes sent = 0;
    Bytes received = 0;
    Ticks ticks = 0;                    ///< in blocking calls
    std::int32_t world_rank = -1;       ///< -1: not in MPI_COMM_WORLD
    std::int32_t rank = 0;              ///< within the communicator's (remote) group
    const void* communicator = nullptr; ///< a Communicator; null: the row is free
};

/// A communicator, as long as the thread lives, even if MPI has freed it.
struct alignas(64) Communicator {
    std::uint64_t calls = 0;
    Ticks ticks = 0;
    Bytes sent = 0;
    Bytes received = 0;
    std::int32_t used = 0; ///< 0: the row is free
    std::int32_t size = 0;
    std::int32_t first = -1; ///< world ranks of the first and the last member: with the size and
    std::int32_t last = -1;  ///< the name they tell communicators of different ranks that are the
    std::int32_t inter = 0;  ///< same
    std::int32_t rank = 0;
    std::int32_t peers = 1;   ///< of an intercommunicator the remote size, else the size
    std::int32_t sources = 0; ///< neighbours in its topology
    std::array<char, 128> name{};
    std::int32_t destinations = 0;       ///< neighbours in its topology
    MPI_Group partners = MPI_GROUP_NULL; ///< whose ranks messages name
    Partner* last_partner = nullptr;
};

static_assert(sizeof(RoutineUse) == 128 && offsetof(RoutineUse, name) == 80, "see FORMAT.md");
static_assert(sizeof(Partner) == 64 && offsetof(Partner, world_rank) == 40, "see FORMAT.md");
static_assert(offsetof(Communicator, used) == 32 && offsetof(Communicator, name) == 64,
              "see FORMAT.md");
static_assert(sizeof(UseHead) == 216 && sizeof(Communicator) == 256, "see FORMAT.md");

/// Owns the memory. The rows of communicators and partners end with one for all that do not fit.
class UseTable {
public:
    static constexpr std::size_t communicators = 256;
    static constexpr std::size_t partners = 4096;

    /// Zeroed memory with the names of all routines. Throws std::bad_alloc.
    UseTable();
    UseTable(const UseTable&) = delete;
    UseTable& operator=(const UseTable&) = delete;
    ~UseTable();

    void* memory() const noexcept { return memory_; }
    static std::size_t size() noexcept;

    UseHead& head() const noexcept { return *static_cast<UseHead*>(memory_); }
    RoutineUse* routines() const noexcept { return rows<RoutineUse>(head().routines_at); }
    Communicator* communicator_rows() const noexcept {
        return rows<Communicator>(head().communicators_at);
    }
    Partner* partner_rows() const noexcept { return rows<Partner>(head().partners_at); }

private:
    template <class Row>
    Row* rows(std::uint64_t offset) const noexcept {
        return reinterpret_cast<Row*>(static_cast<unsigned char*>(memory_) + offset);
    }

    void* memory_;
};

} // namespace proxima::mpi
