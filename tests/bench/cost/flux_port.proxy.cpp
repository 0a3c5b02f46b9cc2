#include "flux_port.proxy.hpp"

#include "mastermind.hpp"

#include <proxima/detail/measured_table.hpp>
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

template <>
struct InPlaceEntries<::bench::FluxPort> : ::bench::FluxPort {
    static int at_compute(::bench::FluxPort* self, int proxima_n) {
        const auto entered = ::proxima::detail::entered(
            self,
            ::proxima::detail::slot_of(
                static_cast<int (::bench::FluxPort::*)(int)>(&::bench::FluxPort::compute)),
            at_compute);
        auto& record = mastermind::bench_FluxPort::compute;
        if (entered.head == nullptr || !record.active()) {
            return entered.original(self, proxima_n);
        }
        const StackMark mark;
        const Invocation invocation(mark, record, entered.site(0),
                                    [&] { return static_cast<std::int64_t>(proxima_n); });
        return entered.original(self, proxima_n);
    }
};

InPlace measure(::bench::FluxPort& object, InstanceName instance) {
    using Entries = InPlaceEntries<::bench::FluxPort>;
    const ::proxima::detail::MeasuredSlot slots[] = {
        {__builtin_addressof(static_cast<::bench::FluxPort&>(object)),
         ::proxima::detail::slot_of(
             static_cast<int (::bench::FluxPort::*)(int)>(&::bench::FluxPort::compute)),
         ::proxima::detail::code_of(Entries::at_compute)},
    };
    return ::proxima::detail::measure_slots(object, slots, mastermind::bench_FluxPort::port,
                                            instance);
}

} // namespace proxima
