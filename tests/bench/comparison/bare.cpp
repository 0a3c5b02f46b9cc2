// The call itself.
#include "components.hpp"
#include "region_loop.hpp"

int main() {
    const auto bare = bench::make_bare();
    return comparison::time_regions([&](int n) { return bare->compute(n); });
}
