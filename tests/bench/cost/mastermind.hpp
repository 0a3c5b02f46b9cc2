// The records of FluxPort, as proxima-gen writes them.
#pragma once

#include <proxima/record.hpp>

namespace proxima::mastermind::bench_FluxPort {

extern Record<std::int64_t> compute;
extern PortRecord port;

} // namespace proxima::mastermind::bench_FluxPort
