/// \file
/// Regions that are entered and left by hand (timers), and where the calling thread is in its call
/// tree. Not for users.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/thread_buffer.hpp>
#include <proxima/invocation.hpp>

#include <cstdint>
#include <string>
#include <vector>

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

/// What has become of a region that was to be left.
enum class RegionEnd : std::uint8_t {
    left,        ///< it was the innermost
    left_others, ///< regions that had begun inside of it were left first
    left_later,  ///< measured methods that began inside of it run: it ends with them
    not_running  ///< not open on this thread
};

/// Leaves a region. `words` parameters follow from `parameters`, of the region alone.
PROXIMA_API RegionEnd leave_region(Node* node, const std::uint64_t* parameters,
                                   std::size_t words) noexcept;

/// Whether the runtime has been interrupted on the calling thread, by a signal or by a call of the
/// application's that it makes itself (of an allocator). It may hold its locks: nothing that asks
/// it for more than innermost_node() may be done then.
PROXIMA_API bool is_within_runtime() noexcept;

/// One level of a call path.
struct PathStep {
    std::string port;
    std::string instance;
    std::string method;
    std::string signature;
};

/// The innermost open invocation of the calling thread; null if nothing is open or measured.
PROXIMA_API const Node* innermost_node() noexcept;

/// The levels of the calling thread's path below `top` (null: all), down to `node`, which must be
/// an open node of the calling thread's. Throws nothing but std::bad_alloc.
PROXIMA_API std::vector<PathStep> path_steps(const Node* top, const Node* node);

} // namespace proxima::detail
