// A call through Proxima's proxy, as PROXIMA says.
#include "components.hpp"
#include "flux_port.proxy.hpp"
#include "region_loop.hpp"

int main() {
    const auto bare = bench::make_bare();
    proxima::Proxy<bench::FluxPort> proxy(*bare, "single");
    return comparison::time_regions([&](int n) { return proxy.compute(n); });
}
