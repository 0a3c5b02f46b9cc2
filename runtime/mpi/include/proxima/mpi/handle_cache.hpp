/// \file
/// What is known of the handles that a thread has used last. Not for users.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace proxima::mpi {

/// Handles are pointers in some implementations of MPI and numbers in others.
template <class Handle>
std::uint64_t handle_key(Handle handle) noexcept {
    if constexpr (std::is_pointer_v<Handle>) {
        return reinterpret_cast<std::uintptr_t>(handle);
    } else {
        return static_cast<std::uint64_t>(handle);
    }
}

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
        const Entry& entry = entries_[place(handle)];
        return entry.used && entry.handle == handle ? &entry.value : nullptr;
    }

    void put(Handle handle, Value value) noexcept {
        entries_[place(handle)] = {handle, value, true};
    }

    void clear() noexcept { entries_ = {}; }

private:
    static constexpr unsigned bits = 6;

    struct Entry {
        Handle handle{};
        Value value{};
        bool used = false;
    };

    static std::size_t place(Handle handle) noexcept {
        return static_cast<std::size_t>(spread(handle_key(handle)) >> (64U - bits));
    }

    std::array<Entry, std::size_t{1} << bits> entries_{};
};

} // namespace proxima::mpi
