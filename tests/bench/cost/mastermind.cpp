#include "mastermind.hpp"

namespace proxima::mastermind::bench_FluxPort {

namespace {
constexpr Parameter compute_parameters[] = {{"n", "int", ParameterType::integer}};
}

MethodInfo<std::int64_t> compute{"compute", "int compute(int)", "flux_port.hpp:12",
                                 compute_parameters};

namespace {
Method* const methods[] = {&compute};
}

PortInfo port{"bench::FluxPort", methods, 1};

} // namespace proxima::mastermind::bench_FluxPort
