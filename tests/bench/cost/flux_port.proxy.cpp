#include "flux_port.proxy.hpp"

#include "mastermind.hpp"

#include <proxima/invocation.hpp>

namespace proxima {

Proxy<::bench::FluxPort>::Proxy(Target<::bench::FluxPort> target, InstanceName instance)
    : proxima_target_(static_cast<Target<::bench::FluxPort>&&>(target)),
      proxima_instance_(mastermind::bench_FluxPort::port, instance) {
}

Proxy<::bench::FluxPort>::~Proxy() = default;

int Proxy<::bench::FluxPort>::compute(int proxima_n) {
    auto& record = mastermind::bench_FluxPort::compute;
    if (!record.active()) {
        return static_cast<::bench::FluxPort&>(*proxima_target_)
            .compute(static_cast<decltype(proxima_n)&&>(proxima_n));
    }
    const StackMark mark;
    Invocation invocation(mark, record, proxima_instance_.site(0),
                          [&] { return static_cast<std::int64_t>(proxima_n); });
    return static_cast<::bench::FluxPort&>(*proxima_target_)
        .compute(static_cast<decltype(proxima_n)&&>(proxima_n));
}

} // namespace proxima
