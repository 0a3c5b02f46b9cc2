// The implementation that measures nothing: connected while no other is.
#pragma once

#include <proxima/measurement/implementation.hpp>

namespace proxima::measurement {

class Nothing final : public Implementation {
public:
    Measurement& measurement() noexcept override;
    Monitor& monitor() noexcept override;
    PerfParam& perf_param() noexcept override;
};

} // namespace proxima::measurement
