#include "papi.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/detail/guards.hpp>

#include <algorithm>
#include <array>

#ifdef PROXIMA_HAS_PAPI

#include <papi.h>
#include <pthread.h>

namespace proxima::papi {
namespace {

using Values = std::array<long long, detail::most_call_counters>;

unsigned long this_thread_id() {
    return static_cast<unsigned long>(pthread_self());
}

// Returns PAPI_OK if PAPI is ready.
int start_library() {
    const int version = PAPI_library_init(PAPI_VER_CURRENT);
    if (version != PAPI_VER_CURRENT) {
        return version > 0 ? PAPI_EINVAL : version;
    }
    return PAPI_thread_init(this_thread_id);
}

void destroy(int events) noexcept {
    PAPI_cleanup_eventset(events);
    PAPI_destroy_eventset(&events);
}

// Starts counting; returns no_events if one of the counters is unavailable.
int start(const std::vector<std::string>& names, int& status) noexcept {
    int events = PAPI_NULL;
    status = PAPI_create_eventset(&events);
    if (status != PAPI_OK) {
        return no_events;
    }
    for (std::size_t i = 0; i < names.size() && status == PAPI_OK; ++i) {
        status = PAPI_add_named_event(events, names[i].c_str());
    }
    if (status == PAPI_OK) {
        status = PAPI_start(events);
    }
    if (status != PAPI_OK) {
        destroy(events);
        return no_events;
    }
    return events;
}

void stop(int events) noexcept {
    Values values{};
    PAPI_stop(events, values.data());
    destroy(events);
}

} // namespace

std::vector<std::string> choose(const std::vector<std::string>& names,
                                std::vector<std::string>& messages) {
    std::vector<std::string> chosen;
    const int ready = start_library();
    for (const std::string& name : names) {
        chosen.push_back(name);
        int status = ready;
        const int events = ready == PAPI_OK ? start(chosen, status) : no_events;
        if (events != no_events) {
            stop(events);
            continue;
        }
        chosen.pop_back();
        messages.push_back(name + " is not counted: " + PAPI_strerror(status) +
                           "; see papi_avail, and on machines that permit no hardware counters "
                           "/proc/sys/kernel/perf_event_paranoid. THREAD_CPU_TIME, "
                           "PROCESS_CPU_TIME and PAGE_FAULTS are always there");
    }
    return chosen;
}

int begin_thread(const std::vector<std::string>& chosen, std::string& problem) {
    if (chosen.empty()) {
        return no_events;
    }
    int status = PAPI_OK;
    const int events = start(chosen, status);
    if (events == no_events) {
        problem = std::string("PAPI cannot count on some threads (their counts are 0): ") +
                  PAPI_strerror(status);
    }
    return events;
}

void end_thread(int events) noexcept {
    if (events != no_events) {
        stop(events);
        PAPI_unregister_thread();
    }
}

void read(int events, std::uint64_t* values, std::size_t count) noexcept {
    Values read{};
    if (events != no_events) {
        const detail::NoCancellation no_cancellation; // PAPI may read files
        PAPI_read(events, read.data());
    }
    std::copy_n(read.begin(), count, values);
}

} // namespace proxima::papi

#else

namespace proxima::papi {

std::vector<std::string> choose(const std::vector<std::string>& names,
                                std::vector<std::string>& messages) {
    for (const std::string& name : names) {
        messages.push_back(name + " is not counted: this build of Proxima has no PAPI; known are "
                                  "THREAD_CPU_TIME, PROCESS_CPU_TIME and PAGE_FAULTS");
    }
    return {};
}

int begin_thread(const std::vector<std::string>&, std::string&) {
    return no_events;
}

void end_thread(int) noexcept {
}

void read(int, std::uint64_t*, std::size_t) noexcept {
}

} // namespace proxima::papi

#endif
