// likwid: a marker around the call. Its markers count hardware events, and do not start without.
#include "../cost/components.hpp"
#include "region_loop.hpp"

#include <cstdio>
#include <cstdlib>
#include <likwid.h>

int main() {
    setenv("LIKWID_EVENTS", "INSTR_RETIRED_ANY:FIXC0", 0);
    setenv("LIKWID_THREADS", "0", 0);
    setenv("LIKWID_MODE", "0", 0);
    likwid_markerInit();
    likwid_markerThreadInit();
    if (likwid_markerRegisterRegion("compute") != 0) {
        std::fputs("no counter is permitted\n", stderr);
        return EXIT_FAILURE;
    }
    const auto bare = bench::make_bare();
    const int status = comparison::time_regions([&](int n) {
        likwid_markerStartRegion("compute");
        const int result = bare->compute(n);
        likwid_markerStopRegion("compute");
        return result;
    });
    likwid_markerClose();
    return status;
}
