// The implementation of the measurement interface on libproxima.
#include "instruments.hpp"
#include "ports.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/no_destructor.hpp>
#include <proxima/detail/regions.hpp>
#include <proxima/detail/run_facts.hpp>
#include <proxima/measurement/connect.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>

namespace proxima::measuring {
namespace {

class GroupControl final : public measurement::Control {
public:
    void enable_group_name(std::string_view group) noexcept override { set(group, true); }
    void disable_group_name(std::string_view group) noexcept override { set(group, false); }
    void enable_all_groups() noexcept override { set_all(true); }
    void disable_all_groups() noexcept override { set_all(false); }

private:
    static void set(std::string_view group, bool enabled) noexcept {
        if (group == measurement::mpi_group) {
            detail::switch_communication(enabled);
        }
        try {
            instruments().enable_group(group, enabled);
        } catch (const std::exception&) { // no memory: the switch has no effect
        }
    }
    static void set_all(bool enabled) noexcept {
        detail::switch_communication(enabled);
        instruments().enable_all(enabled);
    }
};

class MeasuringMeasurement final : public measurement::Measurement {
public:
    using Text = std::string_view;

    std::unique_ptr<measurement::Timer> create_timer(Text name, Text type, Text group) override {
        return make_timer(timer_port, {name, type, group});
    }
    std::unique_ptr<measurement::Timer> create_phase(Text name, Text type, Text group) override {
        return make_timer(phase_port, {name, type, group});
    }
    std::unique_ptr<measurement::Event> create_event(Text name) override {
        return make_event(name, "");
    }
    std::unique_ptr<measurement::Event> create_context_event(Text name) override {
        return make_event(name, context_event);
    }
    std::unique_ptr<measurement::MemoryTracker> create_memory_tracker() override {
        return make_heap_tracker();
    }
    std::unique_ptr<measurement::Query> create_query() override { return make_query(); }
    std::unique_ptr<measurement::Control> create_control() override {
        return std::make_unique<GroupControl>();
    }
};

class MeasuringImplementation final : public measurement::Implementation {
public:
    measurement::Measurement& measurement() noexcept override { return measurement_; }
    measurement::Monitor& monitor() noexcept override { return measuring::monitor(); }
    measurement::PerfParam& perf_param() noexcept override { return record_reader(); }

private:
    MeasuringMeasurement measurement_;
};

// Configures the run by the options, else by the environment, else by `on`. Returns whether it is
// configured.
bool configure(const char* options) {
    if (*options != '\0') {
        return proxima::configure(options);
    }
    if (secure_getenv("PROXIMA") == nullptr) {
        proxima::configure("on");
    }
    return true;
}

// Begins the run; called once.
measurement::Implementation& start() {
    detail::begin_run();
    static detail::NoDestructor<MeasuringImplementation> instance;
    return *instance;
}

} // namespace

} // namespace proxima::measuring

proxima::measurement::Implementation*
proxima_measurement_1(const proxima::measurement::ConnectRequest* connection) noexcept {
    using namespace proxima::measuring;
    try {
        if (configure(connection->options)) {
            static proxima::measurement::Implementation& instance = start();
            return &instance;
        }
        std::snprintf(connection->error, connection->capacity, "%s",
                      "the run is configured already, or the options have an error");
    } catch (const std::exception& error) {
        std::snprintf(connection->error, connection->capacity, "%s", error.what());
    }
    return nullptr;
}
