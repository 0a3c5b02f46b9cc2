/// \file
/// Numbers of all ranks of a job, brought together while the ranks go on. Not for users: the
/// library that measures MPI does it, what looks at a running application asks for it.
#pragma once

#include <proxima/detail/export.hpp>

#include <array>
#include <cstddef>

namespace proxima::detail {

/// What one rank gives, and what all have together. The size is fixed: a rank that has nothing to
/// say takes part with zeros.
struct RankNumbers {
    static constexpr std::size_t size = 256;
    std::array<double, size> sums{};
    std::array<double, size> maxima{};
};

/// Of one thread; all ranks call both in the same order. Nothing waits but `finish`.
struct RankReduction {
    /// Begins to bring together what the ranks give. False: there is no MPI that can do it, from
    /// this thread, or the one before has not been finished.
    bool (*begin)(const RankNumbers& own) noexcept;
    /// Waits for all ranks to have begun, `seconds` at most. False: some have not, and this process
    /// is not to begin another.
    bool (*finish)(RankNumbers& all, double seconds) noexcept;
};

/// Said once, when the ranks have met.
PROXIMA_API void offer_reduction(RankReduction reduction) noexcept;
/// Null pointers: nobody has offered one.
PROXIMA_API RankReduction rank_reduction() noexcept;

} // namespace proxima::detail
