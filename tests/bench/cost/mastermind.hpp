// The records of FluxPort, as proxima-gen writes them.
#pragma once

#include <proxima/method_info.hpp>

namespace proxima::mastermind::bench_FluxPort {

extern MethodInfo<std::int64_t> compute;
extern PortInfo port;

} // namespace proxima::mastermind::bench_FluxPort
