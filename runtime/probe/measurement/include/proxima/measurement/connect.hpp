// Chooses the implementation of the measurement interface at run time:
//
//  | PROXIMA_MEASUREMENT=proxima ./application            the one on libproxima
//  | PROXIMA_MEASUREMENT=/opt/tool/libtool.so ./application
//
// Without a slash, the loader searches for the library. Options of the implementation follow a
// colon. Without an implementation nothing is measured, and each call costs a virtual call; Query
// then returns zeros, and PerfParam no rows. An application may also connect its own:
//
//     class MyTool final : public measurement::Implementation {};
//     static MyTool tool;
//     measurement::connect(tool);
//     const auto timer = measurement::measurement().create_timer("solve");
//
// Ownership: a connected implementation stays with its owner, and must live as long as the process.
// Thread safety: all functions are thread-safe.
// Errors: nothing throws. An implementation that cannot be loaded is reported in one line on
// standard error, and nothing is measured.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>

#include <cstddef>

namespace proxima::measurement {

/// The ports of the connected implementation; they live as long as the process. The first use of
/// any of them connects the implementation in PROXIMA_MEASUREMENT; after an error there, which one
/// line on standard error reports, nothing is measured. Thread-safe; never throw.
PROXIMA_API Measurement& measurement() noexcept;
PROXIMA_API Monitor& monitor() noexcept;
PROXIMA_API PerfParam& perf_param() noexcept;

/// An implementation of the three ports. This base class measures nothing: override what you serve,
/// here and in the classes of the interface.
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

/// Connects the application's own implementation, in place of the one in PROXIMA_MEASUREMENT. It
/// must live as long as the process. Existing timers and events stay with the implementation that
/// made them. Thread-safe.
PROXIMA_API void connect(Implementation& implementation) noexcept;

/// The argument of an implementation's entry point.
struct ConnectRequest {
    const char* options;  ///< the text after the colon; never null
    char* error;          ///< receives a one-line error, null-terminated
    std::size_t capacity; ///< size of `error` in bytes
};

} // namespace proxima::measurement

/// The entry point of a library that implements version 1 of the interface. Build it with the
/// compiler and standard library of the application. Returns the same implementation each time,
/// which must live until the process ends; or null with an error. An incompatible version of the
/// interface has another entry point.
extern "C" __attribute__((visibility("default"))) proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::ConnectRequest* connection) noexcept;
