// The implementation on libproxima: what measurement code gets when it is chosen.
#include "../common/measurement_of.hpp"
#include "../common/tracker.hpp"
#include "control.hpp"
#include "events/event.hpp"
#include "live/live_values.hpp"
#include "monitor/monitor.hpp"
#include "monitor/records.hpp"
#include "query/dump.hpp"
#include "query/query.hpp"
#include "system/immortal.hpp"
#include "timers/timer.hpp"

#include <proxima/control.hpp>
#include <proxima/measurement/implementation.hpp>
#include <proxima/run_facts.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <pthread.h>
#include <string_view>

namespace proxima::measuring {

namespace {

struct LiveParts {
    using Timer = MeasuringTimer;
    using Phase = MeasuringPhase;
    using Event = MeasuringEvent;
    using ContextEvent = MeasuringContextEvent;
    using MemoryTracker = measurement::HeapTracker<MeasuringEvent>;
    using MemoryHeadroomTracker = measurement::HeadroomTracker<MeasuringEvent>;
    using Query = LiveQuery;
    using Control = GroupControl;
};

class LiveImplementation final : public measurement::Implementation {
public:
    measurement::Measurement& measurement() noexcept override { return measurement_; }
    measurement::Monitor& monitor() noexcept override { return monitor_; }
    measurement::PerfParam& perf_param() noexcept override { return reader_; }

private:
    measurement::MeasurementOf<LiveParts> measurement_;
    RecordingMonitor monitor_;
    RecordReader reader_;
};

LiveImplementation& implementation() noexcept {
    static detail::Immortal<LiveImplementation> instance;
    return *instance;
}

void before_fork() {
    events().before_fork();
    method_records().before_fork();
    live_values().mutex().lock();
}

void after_fork_in_parent() {
    live_values().mutex().unlock();
    method_records().after_fork(false);
    events().after_fork(false);
}

void after_fork_in_child() {
    live_values().forget();
    live_values().mutex().unlock();
    method_records().after_fork(true);
    events().after_fork(true);
}

// Options configure the run, else the environment does; without either it measures all the same,
// since an implementation that measures was asked for. Returns whether the run is configured.
bool configure(const char* options) {
    if (*options != '\0') {
        return proxima::configure(options);
    }
    if (secure_getenv("PROXIMA") == nullptr) {
        proxima::configure("on");
    }
    return true;
}

// A run directory gets what timers and events have measured, if they have.
[[gnu::destructor]] void write_at_exit() {
    try {
        if (detail::run_facts().directory.empty()) {
            return;
        }
        const Snapshot snapshot = take_snapshot(best_microseconds_per_tick());
        const bool has_events = !events().triggered().empty();
        bool is_written = true;
        if (!snapshot.rows.empty() || has_events) {
            is_written = !write_json("profile", profile_json(snapshot)).empty();
        }
        if (has_events) {
            is_written = !write_json("events", events_json()).empty() && is_written;
        }
        if (is_written) {
            detail::remove_value_files();
        }
    } catch (const std::exception&) { // no memory to write it
        return;
    }
}

} // namespace

} // namespace proxima::measuring

proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::Connection* connection) noexcept {
    using namespace proxima::measuring;
    try {
        if (!configure(connection->options)) {
            std::snprintf(connection->error, connection->capacity, "%s",
                          "the run is configured already, or the options have an error");
            return nullptr;
        }
        proxima::detail::begin_run();
        pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
        Threads::begin();
        return &implementation();
    } catch (const std::exception& error) {
        std::snprintf(connection->error, connection->capacity, "%s", error.what());
        return nullptr;
    }
}
