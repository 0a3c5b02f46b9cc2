// Changes what a running process records of single instances and methods. Not for users.
// Thread-safe; throws only std::bad_alloc.
#pragma once

#include <proxima/detail/export.hpp>

#include <string>
#include <string_view>

namespace proxima::detail {

// Drops the calls of instances that match the pattern, or records them again. A dropped call takes
// the slow path: it costs at least as much as a recorded one.
PROXIMA_API void measure_instances(std::string_view pattern, bool on);

// Records methods that match `port::method` by the rule `records`: all, every:N, first:N,
// aggregate. Returns the reason if that is impossible; empty on success.
PROXIMA_API std::string sample_methods(std::string_view pattern, std::string_view records);

// While an instance is watched, its calls take the slow path when they end, which notices
// exceptions. Their recorded times do not change.
PROXIMA_API void watch_exceptions(std::string_view instance, bool on);

// Returns the method that an exception left while the instance was watched; empty if none did.
PROXIMA_API std::string method_left_by_exception(std::string_view instance);

} // namespace proxima::detail
