// An implementation of the measurement interface that knows nothing of libproxima: it writes an
// OTF2 trace, for Vampir, Scalasca and whatever else reads those.
#include "../common/measurement_of.hpp"
#include "../common/tracker.hpp"
#include "../interface/empty.hpp"
#include "session.hpp"
#include "timer.hpp"

#include <proxima/measurement/implementation.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <pthread.h>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::otf2 {

namespace {

// Not destroyed at exit: timers may run until the very end.
template <class Object>
union Immortal {
    Immortal() {}
    Immortal(const Immortal&) = delete;
    Immortal& operator=(const Immortal&) = delete;
    ~Immortal() {}

    Object object;
};

Immortal<Archive> the_archive;
bool is_open = false;

class GroupControl final : public measurement::Control {
public:
    void enable_group_id(long group) noexcept override { set(group, true); }
    void disable_group_id(long group) noexcept override { set(group, false); }
    void enable_group_name(std::string_view group) noexcept override { set(group, true); }
    void disable_group_name(std::string_view group) noexcept override { set(group, false); }
    void enable_all_groups() noexcept override { set_all(true); }
    void disable_all_groups() noexcept override { set_all(false); }

private:
    template <class Group>
    static void set(Group group, bool enabled) noexcept {
        try {
            const std::lock_guard lock(switches().mutex);
            switches().groups.set(group, enabled);
            ++switches().version;
        } catch (const std::exception&) { // without memory for it a switch has no effect
        }
    }
    static void set_all(bool enabled) noexcept {
        const std::lock_guard lock(switches().mutex);
        switches().groups.set_all(enabled);
        ++switches().version;
    }
};

// Names and what is active; the values are in the trace.
class TraceQuery final : public measurement::EmptyQuery {
public:
    Names timer_names() const override { return archive().region_names(); }
    Names event_names() const override { return archive().metric_names(); }
    std::vector<std::uint64_t> threads() const override {
        std::vector<std::uint64_t> threads;
        archive().for_each_location(
            [&](Location& location) { threads.push_back(location.number()); });
        return threads;
    }
    std::vector<measurement::ActiveTimer> active_timers() const override {
        std::vector<std::pair<std::uint64_t, OTF2_RegionRef>> open;
        archive().for_each_location([&](Location& location) {
            for (const OTF2_RegionRef region : location.open_regions()) {
                open.emplace_back(location.number(), region);
            }
        });
        std::vector<measurement::ActiveTimer> active;
        active.reserve(open.size());
        for (const auto& [thread, region] : open) {
            active.push_back({thread, archive().name_of(region)});
        }
        return active;
    }
};

struct TraceParts {
    using Timer = TraceTimer<measurement::Timer, false>;
    using Phase = TraceTimer<measurement::Phase, true>;
    using Event = TraceEvent;
    using ContextEvent = TraceContextEvent;
    using MemoryTracker = measurement::HeapTracker<TraceEvent>;
    using MemoryHeadroomTracker = measurement::HeadroomTracker<TraceEvent>;
    using Query = TraceQuery;
    using Control = GroupControl;
};

// A monitored method is a region, its parameters are metrics.
class TraceMonitor final : public measurement::IdleMonitor {
public:
    void start_monitoring(std::string_view record) noexcept override {
        with_region(record,
                    [](Location& location, OTF2_RegionRef region) { location.enter(region); });
    }
    void stop_monitoring(std::string_view record, const std::vector<std::string>& names,
                         const std::vector<double>& values) noexcept override {
        with_region(record, [&](Location& location, OTF2_RegionRef region) {
            if (!location.leave(region)) {
                leave_outer(location, region);
            }
            for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
                location.trigger(archive().metric(std::string(record) + ": " + names[i]),
                                 values[i]);
            }
        });
    }

private:
    template <class Action>
    static void with_region(std::string_view record, Action action) noexcept {
        try {
            if (Location* const location = archive().location()) {
                action(*location, archive().region({std::string(record), "monitor", false}));
            }
        } catch (const std::exception&) { // without memory it is not traced
        }
    }
};

class TraceImplementation final : public measurement::Implementation {
public:
    measurement::Measurement& measurement() noexcept override { return measurement_; }
    measurement::Monitor& monitor() noexcept override { return monitor_; }
    measurement::PerfParam& perf_param() noexcept override { return perf_param_; }

private:
    measurement::MeasurementOf<TraceParts> measurement_;
    TraceMonitor monitor_;
    measurement::NoPerfParam perf_param_;
};

[[gnu::destructor]] void close_at_exit() {
    if (is_open) {
        archive().close();
    }
}

} // namespace

Archive& archive() noexcept {
    return the_archive.object;
}

Switches& switches() noexcept {
    static Immortal<Switches> instance;
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the storage owns it
    static auto* const made = ::new (static_cast<void*>(&instance.object)) Switches;
    return *made;
}

namespace {

// The switches are locked before the archive, as a timer does that looks itself up.
void before_fork() {
    switches().mutex.lock();
    archive().before_fork();
}

void after_fork(bool in_child) {
    archive().after_fork(in_child);
    switches().mutex.unlock();
}

} // namespace

} // namespace proxima::otf2

proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::Connection* connection) noexcept {
    using namespace proxima::otf2;
    const std::string options = connection->options;
    try {
        ::new (static_cast<void*>(&the_archive.object))
            Archive(options.empty() ? "proxima-otf2" : options);
        is_open = true;
        static_cast<void>(switches()); // is there before anything forks
        pthread_atfork(before_fork, [] { after_fork(false); }, [] { after_fork(true); });
        static Immortal<TraceImplementation> instance;
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the storage owns it
        return ::new (static_cast<void*>(&instance.object)) TraceImplementation;
    } catch (const std::exception& error) {
        std::snprintf(connection->error, connection->capacity, "%s", error.what());
        return nullptr;
    }
}
