// A Measurement that makes what `Parts` names: Timer and Phase of a label, Event and ContextEvent
// of a name, and MemoryTracker, MemoryHeadroomTracker, Query and Control.
#pragma once

#include <proxima/measurement/labelled_timer.hpp>
#include <proxima/measurement/measurement.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace proxima::measurement {

template <class Parts>
class MeasurementOf final : public Measurement {
public:
    std::unique_ptr<Timer> create_timer(std::string_view name, std::string_view type,
                                        std::string_view group) override {
        return std::make_unique<typename Parts::Timer>(label(name, type, group));
    }
    std::unique_ptr<Phase> create_phase(std::string_view name, std::string_view type,
                                        std::string_view group) override {
        return std::make_unique<typename Parts::Phase>(label(name, type, group));
    }
    std::unique_ptr<Event> create_event(std::string_view name) override {
        return std::make_unique<typename Parts::Event>(name);
    }
    std::unique_ptr<ContextEvent> create_context_event(std::string_view name) override {
        return std::make_unique<typename Parts::ContextEvent>(name);
    }
    std::unique_ptr<MemoryTracker> create_memory_tracker() override {
        return std::make_unique<typename Parts::MemoryTracker>();
    }
    std::unique_ptr<MemoryHeadroomTracker> create_memory_headroom_tracker() override {
        return std::make_unique<typename Parts::MemoryHeadroomTracker>();
    }
    std::unique_ptr<Query> create_query() override {
        return std::make_unique<typename Parts::Query>();
    }
    std::unique_ptr<Control> create_control() override {
        return std::make_unique<typename Parts::Control>();
    }

private:
    static TimerLabel label(std::string_view name, std::string_view type, std::string_view group) {
        return {std::string(name), std::string(type), std::string(group), 0};
    }
};

} // namespace proxima::measurement
