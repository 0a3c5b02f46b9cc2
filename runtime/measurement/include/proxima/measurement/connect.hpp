/// \file
/// Which implementation serves the interface is chosen at run time:
///
///     PROXIMA_MEASUREMENT=proxima ./application            the one on libproxima
///     PROXIMA_MEASUREMENT=/opt/tool/libtool.so ./application
///
/// Without a slash, the library is looked for where libraries are. What follows a colon is for the
/// implementation. While none is connected nothing is measured, at the cost of a virtual call;
/// Query then answers with zeros, and PerfParam with no rows.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace proxima::measurement {

/// The ports of the connected implementation. The first use of any of them connects what
/// PROXIMA_MEASUREMENT says; an error there is said in one line on standard error, and nothing is
/// measured. Thread-safe; never throw. What they return lives as long as the process.
PROXIMA_API Measurement& measurement() noexcept;
PROXIMA_API Monitor& monitor() noexcept;
PROXIMA_API PerfParam& perf_param() noexcept;

/// What serves the three ports, which live as long as it does. This class itself measures nothing;
/// an implementation overrides what it serves, here and in the classes above.
class Implementation {
public:
    Implementation() = default;
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    virtual ~Implementation() = default;

    virtual Measurement& measurement() noexcept { return measurement_; }
    virtual Monitor& monitor() noexcept { return monitor_; }
    virtual PerfParam& perf_param() noexcept { return perf_param_; }

private:
    Measurement measurement_;
    Monitor monitor_;
    PerfParam perf_param_;
};

/// Connects the implementation in a shared library, named as above, instead of the one in the
/// environment. Timers and events that exist already stay with the implementation that made them.
/// Returns an empty text, or one line that says what is wrong; then nothing has changed.
/// Thread-safe.
[[nodiscard]] PROXIMA_API std::string load(std::string_view library);

/// Connects an implementation of the application's own, which must live as long as the process.
PROXIMA_API void connect(Implementation& implementation) noexcept;

/// What the entry point of an implementation's library is called with.
struct Connection {
    const char* options;  ///< what followed the colon after the library's name; never null
    char* error;          ///< where to put one line, ended by a null character, if it fails
    std::size_t capacity; ///< of `error`, in bytes
};

} // namespace proxima::measurement

/// The entry point of a library that implements version 1 of the interface, built with the same
/// compiler and standard library as the application. Returns the implementation, the same each
/// time, which must live until the process ends; or null with an error. An incompatible version of
/// the interface has another entry point.
extern "C" __attribute__((visibility("default"))) proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::Connection* connection) noexcept;
