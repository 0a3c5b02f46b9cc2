// PAPI: one counter read before and after the call; or with "region" its high-level regions.
// Counts instructions where the processor's counters are permitted, else page faults.
#include "../cost/components.hpp"
#include "region_loop.hpp"

#include <cstdio>
#include <cstdlib>
#include <papi.h>
#include <string_view>

namespace {

constexpr const char* events[] = {"PAPI_TOT_INS", "perf::PAGE-FAULTS"};

// Starts the first that can be counted; null if none can.
const char* start_counting(int& event_set) {
    for (const char* const event : events) {
        event_set = PAPI_NULL;
        PAPI_create_eventset(&event_set);
        if (PAPI_add_named_event(event_set, event) == PAPI_OK && PAPI_start(event_set) == PAPI_OK) {
            return event;
        }
        PAPI_cleanup_eventset(event_set);
        PAPI_destroy_eventset(&event_set);
    }
    return nullptr;
}

int time_reads(bench::FluxPort& port, int event_set) {
    long long counted = 0;
    const int status = comparison::time_regions([&](int n) {
        long long before = 0;
        long long after = 0;
        PAPI_read(event_set, &before);
        const int result = port.compute(n);
        PAPI_read(event_set, &after);
        counted += after - before;
        return result;
    });
    return counted < 0 ? EXIT_FAILURE : status;
}

int time_high_level(bench::FluxPort& port, const char* event) {
    setenv("PAPI_EVENTS", event, 1);
    return comparison::time_regions([&](int n) {
        PAPI_hl_region_begin("compute");
        const int result = port.compute(n);
        PAPI_hl_region_end("compute");
        return result;
    });
}

} // namespace

int main(int argc, char** argv) {
    int event_set = PAPI_NULL;
    const char* const event = PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT
                                  ? start_counting(event_set)
                                  : nullptr;
    if (event == nullptr) {
        std::fputs("no counter is permitted\n", stderr);
        return EXIT_FAILURE;
    }
    const auto bare = bench::make_bare();
    if (argc == 1 || std::string_view(argv[1]) != "region") {
        return time_reads(*bare, event_set);
    }
    long long value = 0;
    PAPI_stop(event_set, &value);
    return time_high_level(*bare, event);
}
