/// \file
/// Which implementation serves the interface is chosen at run time:
///
///     PROXIMA_MEASUREMENT=proxima ./application            the one on libproxima
///     PROXIMA_MEASUREMENT=/opt/tool/libtool.so ./application
///
/// A name stands for the library libproxima_measurement_NAME.so (proxima for
/// libproxima_measurement.so), looked for beside this library, then wherever libraries are;
/// anything with a slash, or ending in .so, is the library itself. What follows a colon is for the
/// implementation. While none is connected nothing is measured, at the cost of a virtual call;
/// Query then answers with zeros, and PerfParam with no rows. So may an implementation that only
/// writes files.
#pragma once

#include <proxima/detail/export.hpp>
#include <proxima/measurement/measurement.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/measurement/perf_param.hpp>

#include <string>
#include <string_view>

namespace proxima::measurement {

class Implementation;

/// The ports of the connected implementation. The first use of any of them connects what
/// PROXIMA_MEASUREMENT says; an error there is said in one line on standard error, and nothing is
/// measured. Thread-safe; never throw. What they return lives as long as the process.
PROXIMA_API Measurement& measurement() noexcept;
PROXIMA_API Monitor& monitor() noexcept;
PROXIMA_API PerfParam& perf_param() noexcept;

/// Connects the implementation in a shared library, instead of the one in the environment. Timers
/// and events that exist already stay with the implementation that made them. Returns an empty
/// text, or one line that says what is wrong; then nothing has changed. Thread-safe.
[[nodiscard]] PROXIMA_API std::string load(std::string_view library);

/// Connects an implementation of the application's own, which must live as long as the process.
PROXIMA_API void connect(Implementation& implementation) noexcept;

} // namespace proxima::measurement
