/// \file
/// What a shared library must have to serve the interface. Built with the same compiler and
/// standard library as the application.
#pragma once

#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/perf_param.hpp>

#include <cstddef>

namespace proxima::measurement {

/// The three ports. They live as long as the implementation does.
class Implementation {
public:
    Implementation() = default;
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    virtual ~Implementation() = default;

    virtual Measurement& measurement() noexcept = 0;
    virtual Monitor& monitor() noexcept = 0;
    virtual PerfParam& perf_param() noexcept = 0;
};

/// What the entry point is called with.
struct Connection {
    const char* options;  ///< what followed the colon after the library's name; never null
    char* error;          ///< where to put one line, ended by a null character, if it fails
    std::size_t capacity; ///< of `error`, in bytes
};

} // namespace proxima::measurement

/// The entry point of an implementation for version 1 of the interface. Returns the implementation,
/// which must live until the process ends, or null with an error. Called once per process and
/// library at most. A later, incompatible version of the interface will have another name.
extern "C" __attribute__((visibility("default"))) proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::Connection* connection) noexcept;
