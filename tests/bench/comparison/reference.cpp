// The call itself, or with "counter" between two reads of the processor's counter.
#include "components.hpp"
#include "region_loop.hpp"

#include <string_view>

int main(int argc, char** argv) {
    const auto bare = bench::make_bare();
    const auto reader = bench::make_counter_reader(*bare);
    bench::FluxPort& port = argc > 1 && std::string_view(argv[1]) == "counter" ? *reader : *bare;
    return comparison::time_regions([&](int n) { return port.compute(n); });
}
