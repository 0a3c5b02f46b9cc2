/// \file
/// Regions and values that are instrumented by hand: timers and events. Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/invocation.hpp>

#include <cstddef>
#include <cstdint>

namespace proxima::detail {

/// Regions have no stack frame, so that no longjmp() ends them.
constexpr std::uintptr_t no_frame = UINTPTR_MAX;

/// Enters a region; never returns null. The method around it is then left by leave_slowly(), which
/// ends regions that are still open.
[[gnu::always_inline]] inline Node* enter_region(CallSite site) noexcept {
    Node* const node = enter_node(site, no_frame);
    if (node->buffer != nullptr && node->parent->frame != no_frame) {
        node->parent->buffer = nullptr;
    }
    return node;
}

/// Leaves a region, with the parameters of its method (null: zeros). If a measured method inside it
/// is open, it ends with that. Returns whether it had to end open regions inside it first.
PROXIMA_API bool leave_region(Node* node, const std::uint64_t* parameters) noexcept;

/// Whether the calling thread is inside the runtime: in a signal handler that interrupted it, or in
/// an allocator that it called. The runtime may hold locks; call only innermost_node() then.
PROXIMA_API bool is_within_runtime() noexcept;

/// The innermost open invocation of the calling thread; null if nothing is open or measured.
PROXIMA_API const Node* innermost_node() noexcept;

/// Records an event: an invocation of zero duration with one parameter, whose values are summed up.
PROXIMA_API void record_value(CallSite site, double value) noexcept;

} // namespace proxima::detail
