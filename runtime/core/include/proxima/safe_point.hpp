/// \file
/// Where an application may be changed while it runs: just before a call of a method that somebody
/// has named.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/text_view.hpp>

namespace proxima {

using SafePointAction = void (*)(void* context) noexcept;

/// From now on `action` is called whenever a measured call of `method`, "instance.method", is about
/// to begin: on its thread, before it counts, in the time of its caller. Not where one is reached
/// from within `action`. There is one safe point in a process: a later one replaces it, an empty
/// name takes it away. To be said before the method is called for the first time; calls that are
/// not measured (PROXIMA, exclude=) are no safe points. Thread-safe, never throws; returns false if
/// memory is short.
PROXIMA_API bool set_safe_point(TextView method, SafePointAction action, void* context) noexcept;

} // namespace proxima
