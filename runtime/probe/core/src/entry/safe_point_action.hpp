// Runs the action of the process's safe point.
#pragma once

#include <proxima/instance.hpp>

namespace proxima::detail {

// Calls the action if the call site is the safe point; see proxima/safe_point.hpp. Call it outside
// of SlowSection: the action may make instances and call proxies.
void pass_safe_point(CallSite site) noexcept;

} // namespace proxima::detail
