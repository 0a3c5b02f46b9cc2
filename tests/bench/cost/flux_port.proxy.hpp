// The proxy of FluxPort, and what measures one in place, as proxima-gen writes them.
#pragma once

#include "flux_port.hpp"

#include <proxima/in_place.hpp>
#include <proxima/proxy.hpp>

namespace proxima {

template <>
class Proxy<::bench::FluxPort> final : public ::bench::FluxPort {
public:
    explicit Proxy(Target<::bench::FluxPort> target, InstanceName instance);
    ~Proxy() override;
    int compute(int) override;
    ::bench::FluxPort& proxima_target() const noexcept { return *proxima_target_; }

private:
    Target<::bench::FluxPort> proxima_target_;
    Instance proxima_instance_;
};

[[nodiscard]] InPlace measure(::bench::FluxPort& object, InstanceName instance);

} // namespace proxima
