/// \file
/// An implementation that measures nothing: what serves while no other is connected, and what an
/// implementation that serves a part of the interface derives from.
#pragma once

#include <proxima/measurement/implementation.hpp>
#include <proxima/measurement/labelled_timer.hpp>

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::measurement {

/// `Base` is Timer or Phase.
template <class Base>
class IdleTimer : public LabelledTimer<Base> {
public:
    using LabelledTimer<Base>::LabelledTimer;
    void start() noexcept override {}
    void stop() noexcept override {}
    void set_parameter(long, std::string_view) noexcept override {}
};

/// `Base` is Event or ContextEvent.
template <class Base>
class NamedEvent : public Base {
public:
    explicit NamedEvent(std::string_view name) : name_(name) {}
    void trigger(double) noexcept override {}
    void set_name(std::string_view name) noexcept override {
        try {
            name_ = name;
        } catch (const std::exception&) { // keeps the name it had
        }
    }
    std::string name() const override { return name_; }

private:
    std::string name_;
};

class IdleContextEvent : public NamedEvent<ContextEvent> {
public:
    using NamedEvent::NamedEvent;
    void enable() noexcept override {}
    void disable() noexcept override {}
};

/// `Base` is MemoryTracker or MemoryHeadroomTracker.
template <class Base>
class IdleTracker : public Base {
public:
    void track_here() noexcept override {}
    void enable_interrupt_tracking() noexcept override {}
    void set_interrupt_interval(int) noexcept override {}
    void enable() noexcept override {}
    void disable() noexcept override {}
};

class IdleQuery : public Query {
public:
    using Names = std::vector<std::string>;

    Names timer_names() const override { return {}; }
    Names counter_names() const override { return {"WALL_CLOCK"}; }
    TimerData timer_data(const Names& names) const override {
        const std::vector<std::vector<double>> zeros(names.size(), {0.0});
        const std::vector<std::uint64_t> no_calls(names.size());
        return {zeros, zeros, no_calls, no_calls, counter_names()};
    }
    TimerData timer_data(const Names& names, std::uint64_t) const override {
        return timer_data(names);
    }
    std::vector<std::uint64_t> threads() const override { return {}; }
    std::vector<ActiveTimer> active_timers() const override { return {}; }
    Names event_names() const override { return {}; }
    EventData event_data(const Names& names) const override {
        const std::vector<double> zeros(names.size());
        return {std::vector<std::uint64_t>(names.size()), zeros, zeros, zeros, zeros, zeros};
    }
    std::string dump_profile_data() const override { return {}; }
    std::string dump_profile_data(std::string_view) const override { return {}; }
    std::string dump_profile_data_incremental() const override { return {}; }
    std::string dump_timer_names() const override { return {}; }
    std::string dump_timer_data(const Names&) const override { return {}; }
    std::string dump_timer_data_incremental(const Names&) const override { return {}; }
};

class IdleControl : public Control {
public:
    void enable_group_id(long) noexcept override {}
    void disable_group_id(long) noexcept override {}
    void enable_group_name(std::string_view) noexcept override {}
    void disable_group_name(std::string_view) noexcept override {}
    void enable_all_groups() noexcept override {}
    void disable_all_groups() noexcept override {}
};

class IdleMonitor : public Monitor {
public:
    using Names = std::vector<std::string>;

    MonitorHandle register_method(std::string_view, const Names&) noexcept override {
        return nullptr;
    }
    void start(MonitorHandle) noexcept override {}
    void stop(MonitorHandle, const double*, std::size_t) noexcept override {}
    void start_monitoring(std::string_view) noexcept override {}
    void stop_monitoring(std::string_view, const Names&,
                         const std::vector<double>&) noexcept override {}
    void set_file_name(std::string_view, std::string_view) noexcept override {}
    bool dump_data(std::string_view) noexcept override { return false; }
    bool dump_data_file_name(std::string_view, std::string_view) noexcept override { return false; }
    void destroy_record(std::string_view) noexcept override {}
};

class IdlePerfParam : public PerfParam {
public:
    PerformanceData performance_data(std::string_view, bool) override { return {}; }
    std::vector<std::string> component_method_names() override { return {}; }
};

class IdleMeasurement : public Measurement {
public:
    std::unique_ptr<Timer> create_timer(std::string_view name, std::string_view type,
                                        std::string_view group) override {
        return std::make_unique<IdleTimer<Timer>>(TimerLabel(name, type, group));
    }
    std::unique_ptr<Phase> create_phase(std::string_view name, std::string_view type,
                                        std::string_view group) override {
        return std::make_unique<IdleTimer<Phase>>(TimerLabel(name, type, group));
    }
    std::unique_ptr<Event> create_event(std::string_view name) override {
        return std::make_unique<NamedEvent<Event>>(name);
    }
    std::unique_ptr<ContextEvent> create_context_event(std::string_view name) override {
        return std::make_unique<IdleContextEvent>(name);
    }
    std::unique_ptr<MemoryTracker> create_memory_tracker() override {
        return std::make_unique<IdleTracker<MemoryTracker>>();
    }
    std::unique_ptr<MemoryHeadroomTracker> create_memory_headroom_tracker() override {
        return std::make_unique<IdleTracker<MemoryHeadroomTracker>>();
    }
    std::unique_ptr<Query> create_query() override { return std::make_unique<IdleQuery>(); }
    std::unique_ptr<Control> create_control() override { return std::make_unique<IdleControl>(); }
};

/// All three ports.
class Idle : public Implementation {
public:
    Measurement& measurement() noexcept override { return measurement_; }
    Monitor& monitor() noexcept override { return monitor_; }
    PerfParam& perf_param() noexcept override { return perf_param_; }

private:
    IdleMeasurement measurement_;
    IdleMonitor monitor_;
    IdlePerfParam perf_param_;
};

} // namespace proxima::measurement
