// A safe point: the moment before a call of a named method, when an application may be changed.
//
//     static int steps = 0;
//     const auto action = [](void* context) noexcept { ++*static_cast<int*>(context); };
//     if (!proxima::set_safe_point("main_loop.step", action, &steps)) {
//         std::cerr << "out of memory\n";
//     }
//
// Ownership: `context` stays with its owner, and must live until the safe point is removed and the
// last call of `action` has returned.
// Thread safety: set_safe_point() may be called from any thread. `action` runs on the thread that
// calls the method.
// Errors: nothing throws; set_safe_point() returns false if memory is short.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/detail/text_view.hpp>

namespace proxima {

using SafePointAction = void (*)(void* context) noexcept;

/// Calls `action` before each measured call of `method`, "instance.method": on its thread, in the
/// time of its caller, and never from within `action`. A process has one safe point: a later one
/// replaces it, an empty name removes it. Set it before the first call of the method. Calls that
/// are not measured are no safe points. Thread-safe, never throws; false if memory is short.
PROXIMA_API bool set_safe_point(TextView method, SafePointAction action, void* context) noexcept;

} // namespace proxima
