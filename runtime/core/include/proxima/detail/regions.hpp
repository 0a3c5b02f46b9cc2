/// \file
/// Regions and values that are measured by hand (timers, events), beside what call_path.hpp has.
/// Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>

#include <cstdint>

namespace proxima::detail {

/// The innermost open region of the calling thread turns out to be one of another site: opens one
/// there that has begun when it did, and drops it. Returns the open one.
PROXIMA_API Node* replace_region(Node* open, Site site) noexcept;

/// Records an invocation of zero duration, with one parameter.
PROXIMA_API void record_instant(Site site, std::uint64_t word) noexcept;

} // namespace proxima::detail
