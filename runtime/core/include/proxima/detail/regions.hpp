/// \file
/// Regions and values that are measured by hand (timers, events), and where the calling thread is
/// in its call tree. Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/invocation.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

/// Of regions: they are bound to no stack frame, so no longjmp() ends them.
constexpr std::uintptr_t no_frame = UINTPTR_MAX;

/// Enters a region: the node to leave it by, never null. The method around it has to be left the
/// slow way then, which ends a region that nobody has left.
[[gnu::always_inline]] inline Node* enter_region(Site site) noexcept {
    Node* const node = enter_node(site, no_frame);
    if (node->buffer != nullptr && node->parent->frame != no_frame) {
        node->parent->buffer = nullptr;
    }
    return node;
}

/// Leaves a region, with the parameters of its method (null: zeros). If measured methods that began
/// inside of it run, it ends with them. Returns whether regions that had begun inside of it were
/// left first.
PROXIMA_API bool leave_region(Node* node, const std::uint64_t* parameters) noexcept;

/// Whether the runtime has been interrupted on the calling thread, by a signal or by a call of the
/// application's that it makes itself (of an allocator). It may hold its locks: nothing that asks
/// it for more than innermost_node() may be done then.
PROXIMA_API bool is_within_runtime() noexcept;

/// The innermost open invocation of the calling thread; null if nothing is open or measured.
PROXIMA_API const Node* innermost_node() noexcept;

/// Records an event: an invocation of zero duration with one parameter, whose values are summed up.
PROXIMA_API void record_value(Site site, double value) noexcept;

} // namespace proxima::detail
