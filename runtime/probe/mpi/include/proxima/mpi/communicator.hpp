// Remembers properties of MPI handles: members of communicators, sizes of types. Not for users.
//
// Thread safety: a HandleCache belongs to one thread, but for forget(); functions may be called
// from any thread.
// Errors: nothing throws.
#pragma once

#include <proxima/mpi/program_mpi.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

namespace proxima::mpi {

using Bytes = std::uint64_t;
using Ticks = std::uint64_t;

/// Handles are pointers in some implementations of MPI and numbers in others.
template <class Handle>
std::uint64_t handle_key(Handle handle) noexcept {
    if constexpr (std::is_pointer_v<Handle>) {
        return reinterpret_cast<std::uintptr_t>(handle);
    } else {
        return static_cast<std::uint64_t>(handle);
    }
}

/// Hashes a key; use the upper bits.
inline std::uint64_t spread(std::uint64_t key) noexcept {
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;
    return (key ^ (key >> 32U)) * golden_ratio;
}

/// Remembers a value for each of a few handles; a new one may displace an older one. Used by one
/// thread.
template <class Handle, class Value>
class HandleCache {
public:
    /// Returns null for an unknown handle.
    const Value* find(Handle handle) const noexcept {
        const Entry& entry = entries_[slot(handle)];
        return entry.handle == handle && entry.generation == current() ? &entry.value : nullptr;
    }

    const Value& put(Handle handle, Value value) noexcept {
        Entry& entry = entries_[slot(handle)];
        entry = {handle, value, current()};
        return entry.value;
    }

    /// Forgets all handles on all threads, because MPI may use them for other objects from now on.
    static void forget() noexcept { __atomic_add_fetch(&generation, 1, __ATOMIC_RELEASE); }

private:
    static constexpr unsigned bits = 6;

    struct Entry {
        Handle handle{};
        Value value{};
        std::uint64_t generation = 0;
    };

    static std::uint64_t current() noexcept {
        return __atomic_load_n(&generation, __ATOMIC_ACQUIRE);
    }

    static std::size_t slot(Handle handle) noexcept {
        return static_cast<std::size_t>(spread(handle_key(handle)) >> (64U - bits));
    }

    inline static std::uint64_t generation = 1;
    std::array<Entry, std::size_t{1} << bits> entries_{};
};

/// The shape of a communicator, as collective operations see it.
struct Members {
    std::int32_t size = 0;
    std::int32_t rank = 0;
    std::int32_t inter = 0;
    std::int32_t peers = 1;        ///< size; of an intercommunicator the remote size
    std::int32_t sources = 0;      ///< neighbours in its topology that send to this rank
    std::int32_t destinations = 0; ///< neighbours that this rank sends to
};

/// Asks MPI for the present shape of a communicator.
Members members_of(MPI_Comm handle) noexcept;

/// The group of ranks to which messages of a communicator refer, or accesses to a window; those of
/// equal groups share it. Never changes, and stays when MPI frees the communicator.
struct Partners {
    std::uint32_t number = 0;
    MPI_Group group = MPI_GROUP_NULL;
};

struct Communicator {
    Members members;
    const Partners* partners = nullptr; ///< null: too many groups
};

/// Describes the communicator of a valid handle.
Communicator describe(MPI_Comm handle) noexcept;

/// Returns the ranks that the window of a valid handle has; null: too many groups.
const Partners* partners_in(MPI_Win handle) noexcept;

/// Returns the rank in MPI_COMM_WORLD; -1 if the process is not in it.
int world_rank(MPI_Group group, int rank) noexcept;

} // namespace proxima::mpi
