// The implementation on libproxima: what measurement code gets when it is chosen.
#include "call_sites.hpp"
#include "events.hpp"
#include "memory.hpp"
#include "monitor.hpp"
#include "query.hpp"
#include "timer.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/communication.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/measurement/implementation.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <pthread.h>
#include <string_view>

namespace proxima::measuring {

namespace {

// Without memory for it a switch has no effect.
template <class Action>
void unless_out_of_memory(Action action) noexcept {
    try {
        action();
    } catch (const std::exception&) {
        return;
    }
}

class GroupControl final : public measurement::Control {
public:
    void enable_group_id(long group) noexcept override { set(group, true); }
    void disable_group_id(long group) noexcept override { set(group, false); }
    void enable_group_name(std::string_view group) noexcept override { set_name(group, true); }
    void disable_group_name(std::string_view group) noexcept override { set_name(group, false); }
    void enable_all_groups() noexcept override { set_all(true); }
    void disable_all_groups() noexcept override { set_all(false); }

private:
    template <class Group>
    static void set(const Group& group, bool enabled) noexcept {
        unless_out_of_memory([&] { call_sites().enable_group(group, enabled); });
    }
    static void set_name(std::string_view group, bool enabled) noexcept {
        if (group == measurement::mpi_group) {
            detail::switch_communication(enabled);
        }
        set(group, enabled);
    }
    static void set_all(bool enabled) noexcept {
        detail::switch_communication(enabled);
        call_sites().enable_all(enabled);
    }
};

class MeasuringMeasurement final : public measurement::Measurement {
public:
    using Text = std::string_view;
    using Label = measurement::TimerLabel;

    std::unique_ptr<measurement::Timer> create_timer(Text name, Text type, Text group) override {
        return std::make_unique<MeasuringTimer<measurement::Timer, timer_port>>(
            Label(name, type, group));
    }
    std::unique_ptr<measurement::Phase> create_phase(Text name, Text type, Text group) override {
        return std::make_unique<MeasuringTimer<measurement::Phase, phase_port>>(
            Label(name, type, group));
    }
    std::unique_ptr<measurement::Event> create_event(Text name) override {
        return std::make_unique<MeasuringEvent>(name);
    }
    std::unique_ptr<measurement::ContextEvent> create_context_event(Text name) override {
        return std::make_unique<MeasuringContextEvent>(name);
    }
    std::unique_ptr<measurement::MemoryTracker> create_memory_tracker() override {
        return std::make_unique<HeapTracker>("heap in use (bytes)");
    }
    std::unique_ptr<measurement::MemoryHeadroomTracker> create_memory_headroom_tracker() override {
        return std::make_unique<HeadroomTracker>("memory headroom (bytes)");
    }
    std::unique_ptr<measurement::Query> create_query() override {
        return std::make_unique<LiveQuery>();
    }
    std::unique_ptr<measurement::Control> create_control() override {
        return std::make_unique<GroupControl>();
    }
};

class MeasuringImplementation final : public measurement::Implementation {
public:
    measurement::Measurement& measurement() noexcept override { return measurement_; }
    measurement::Monitor& monitor() noexcept override { return monitor_; }
    measurement::PerfParam& perf_param() noexcept override { return reader_; }

private:
    MeasuringMeasurement measurement_;
    RecordingMonitor monitor_;
    RecordReader reader_;
};

// Of the thread that is in fork().
std::optional<Lock> forking;

void before_fork() {
    const Lock lock; // nobody else writes to the other one then
    forking.emplace();
}
void after_fork_in_parent() {
    forking.reset();
}
void after_fork_in_child() {
    events().begin_child();
    forking.reset();
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
        static proxima::detail::NoDestructor<MeasuringImplementation> instance;
        return &*instance;
    } catch (const std::exception& error) {
        std::snprintf(connection->error, connection->capacity, "%s", error.what());
        return nullptr;
    }
}
