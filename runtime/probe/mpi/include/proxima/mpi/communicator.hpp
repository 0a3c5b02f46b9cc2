// What is known of MPI's handles. Not for users.
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

/// A hash; its upper bits are good.
inline std::uint64_t spread(std::uint64_t key) noexcept {
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;
    return (key ^ (key >> 32U)) * golden_ratio;
}

/// Remembers a value for each of a few handles; a new one may displace an older one. Used by one
/// thread.
template <class Handle, class Value>
class HandleCache {
public:
    /// Null if it is not known.
    const Value* find(Handle handle) const noexcept {
        const Entry& entry = entries_[slot(handle)];
        return entry.handle == handle && entry.generation == generation() ? &entry.value : nullptr;
    }

    const Value& put(Handle handle, Value value) noexcept {
        Entry& entry = entries_[slot(handle)];
        entry = {handle, value, generation()};
        return entry.value;
    }

    /// Handles known until now may mean something else from now on, to all threads.
    static void forget() noexcept { __atomic_add_fetch(&generation_, 1, __ATOMIC_RELEASE); }

private:
    static constexpr unsigned bits = 6;

    struct Entry {
        Handle handle{};
        Value value{};
        std::uint64_t generation = 0;
    };

    static std::uint64_t generation() noexcept {
        return __atomic_load_n(&generation_, __ATOMIC_ACQUIRE);
    }

    static std::size_t slot(Handle handle) noexcept {
        return static_cast<std::size_t>(spread(handle_key(handle)) >> (64U - bits));
    }

    inline static std::uint64_t generation_ = 1;
    std::array<Entry, std::size_t{1} << bits> entries_{};
};

/// The shape of a communicator, as collective operations see it.
struct Members {
    std::int32_t size = 0;
    std::int32_t rank = 0;
    std::int32_t inter = 0;
    std::int32_t peers = 1;        ///< of an intercommunicator the remote size, else the size
    std::int32_t sources = 0;      ///< neighbours in its topology
    std::int32_t destinations = 0; ///< the same
};

/// As MPI tells it now.
Members members_of(MPI_Comm handle) noexcept;

/// The ranks that messages in a communicator name; the same for all communicators of these. Never
/// changes, and stays even if MPI has freed the communicator.
struct Partners {
    std::uint32_t number = 0;
    MPI_Group group = MPI_GROUP_NULL;
};

struct Communicator {
    Members members;
    const Partners* partners = nullptr; ///< null: there are too many
};

/// The communicator of a handle that is valid now.
Communicator describe(MPI_Comm handle) noexcept;

/// In MPI_COMM_WORLD; -1 if it is not there.
int world_rank(MPI_Group group, int rank) noexcept;

} // namespace proxima::mpi
