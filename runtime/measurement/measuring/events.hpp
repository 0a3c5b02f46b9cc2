// Events: values that are recorded as invocations without duration.
#pragma once

#include "call_sites.hpp"

#include <proxima/measurement/event.hpp>

#include <memory>
#include <string_view>

namespace proxima::measuring {

// The type of those that Query also knows by call path.
inline constexpr const char* context_event = "context";

// `type` is empty or context_event. Throws std::bad_alloc.
std::unique_ptr<measurement::Event> make_event(std::string_view name, const char* type);

std::unique_ptr<measurement::MemoryTracker> make_heap_tracker();

} // namespace proxima::measuring
