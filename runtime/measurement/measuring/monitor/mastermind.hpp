// The records that the generated Mastermind keeps of ports' methods, read while the run goes on.
#pragma once

#include <proxima/measurement/perf_param.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace proxima::measuring {

// By instance and method, as in the call graph ("monte_carlo.integrate"), or by port and method,
// all instances together ("ns::Integrator::integrate"). Parameters that are texts are left out.
// With `reset` the next call begins after the invocations that this one returns.
measurement::PerformanceData mastermind_data(std::string_view method, bool reset);

// By instance and method.
std::vector<std::string> mastermind_methods();

} // namespace proxima::measuring
