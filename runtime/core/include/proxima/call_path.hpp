/// \file
/// Where the calling thread is in its call tree. Not for users: regions that are entered and left
/// by hand, which are not bound to a stack frame, and may be left in any order.
#pragma once

#include <proxima/export.hpp>
#include <proxima/lane.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

/// Leaves the node of a method without parameters that need not be the innermost: it ends now, and
/// stays on the path of those inside of it until they have been left. Takes the slow way.
PROXIMA_API void leave_early(Node* node, std::uint64_t end) noexcept;

/// The calling thread's innermost open invocation turns out to be one of another site: opens one
/// there that has begun when it did, and drops it. Takes the slow way.
PROXIMA_API Node* enter_instead(Node* open, Site site) noexcept;

/// What is_within_runtime() says of a thread that has no short way to its lane.
PROXIMA_API bool is_within_slow_way() noexcept;

/// Whether the runtime has been interrupted on the calling thread, by a signal or by a call of the
/// application's that it makes itself (of an allocator). It may hold its locks: nothing that asks
/// it for more than innermost_node() may be done then.
[[gnu::always_inline]] inline bool is_within_runtime() noexcept {
    const LaneHead* const lane = current_lane;
    return __builtin_expect(lane->state == nullptr, 0)
               ? is_within_slow_way()
               : lane->current == &reinterpret_cast<const Lane*>(lane)->busy;
}

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
