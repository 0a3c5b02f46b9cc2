// A safe point: the moment before a call of a named method, when an application may be changed.
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
