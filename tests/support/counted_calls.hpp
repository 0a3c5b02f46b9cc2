// Measured calls that the program counts itself, in a file that outlives it: those begun and those
// that have returned.
#pragma once

#include <proxima/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace counted {

// Counts of one thread or rank.
struct alignas(64) Counts {
    volatile std::uint64_t inner_begun;
    volatile std::uint64_t inner_returned;
    volatile std::uint64_t outer_begun;
    volatile std::uint64_t outer_returned;
    volatile std::uint64_t mpi_begun;
    volatile std::uint64_t mpi_returned;
    volatile std::uint64_t process;
};

// The counts in a file that has room for `number` of them; null if there is none.
Counts* map_counts(const char* path, std::size_t number);

// Makes an instance named `name`.
proxima::Instance make_instance(const char* name);

// One call of `outer`, which calls `inner` `n` times; that calls `action`.
void call(const proxima::Instance& instance, Counts& counts, std::int64_t n,
          const std::function<void()>& action);

} // namespace counted
