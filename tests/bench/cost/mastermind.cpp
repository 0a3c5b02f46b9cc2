#include "mastermind.hpp"

namespace proxima::mastermind::bench_FluxPort {

namespace {
constexpr Column compute_columns[] = {{"n", "int", ColumnType::integer}};
}

Record<std::int64_t> compute{"compute", "int compute(int)", "flux_port.hpp:12", compute_columns};

namespace {
Method* const methods[] = {&compute};
}

PortRecord port{"bench::FluxPort", methods, 1};

} // namespace proxima::mastermind::bench_FluxPort
