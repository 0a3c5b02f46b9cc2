// A timer of Proxima's measurement interface, with the implementation that PROXIMA_MEASUREMENT
// says.
#include "components.hpp"
#include "region_loop.hpp"

#include <proxima/measurement/connect.hpp>

int main() {
    const auto bare = bench::make_bare();
    const auto timer = proxima::measurement::measurement().create_timer("compute");
    return comparison::time_regions([&](int n) {
        const proxima::measurement::ScopedTimer running(*timer);
        return bare->compute(n);
    });
}
