// The call itself, between two reads of the processor's counter, through Proxima's proxy, and by a
// timer of its measurement interface.
//
//     proxima_compare_own bare|counter|proxy|timer
#include "components.hpp"
#include "flux_port.proxy.hpp"
#include "region_loop.hpp"

#include <proxima/measurement/connect.hpp>

#include <string_view>

int main(int, char** arguments) {
    const std::string_view way = arguments[1];
    const auto bare = bench::make_bare();
    if (way == "timer") {
        const auto timer = proxima::measurement::measurement().create_timer("compute");
        return comparison::time_regions([&](int n) {
            const proxima::measurement::ScopedTimer running(*timer);
            return bare->compute(n);
        });
    }
    if (way == "proxy") {
        proxima::Proxy<bench::FluxPort> proxy(*bare, "single");
        return comparison::time_regions([&](int n) { return proxy.compute(n); });
    }
    const auto reader = bench::make_counter_reader(*bare);
    bench::FluxPort& port = way == "counter" ? *reader : *bare;
    return comparison::time_regions([&](int n) { return port.compute(n); });
}
