// Records as comma-separated values (RFC 4180).
#pragma once

#include <proxima/measurement/perf_param.hpp>

#include <string>

namespace proxima::measuring {

// A line of column names, then one for each invocation. What is missing is empty.
std::string csv_text(const measurement::PerformanceData& data);

} // namespace proxima::measuring
