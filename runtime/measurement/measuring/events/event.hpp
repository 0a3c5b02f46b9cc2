// Event and ContextEvent.
#pragma once

#include "counting.hpp"
#include "events.hpp"

#include <proxima/call_path.hpp>
#include <proxima/measurement/context_event.hpp>

#include <atomic>
#include <exception>
#include <string>
#include <string_view>

namespace proxima::measuring {

// `Base` is Event or ContextEvent.
template <class Base>
class NamedEvent : public Base {
public:
    explicit NamedEvent(std::string_view name) : name_(name) {}

    void set_name(std::string_view name) noexcept final {
        try {
            name_ = name;
            event_.store(nullptr, std::memory_order_release);
        } catch (const std::exception&) { // keeps the name it had
        }
    }
    std::string name() const final { return name_; }

protected:
    // Null if it has no name.
    EventRegister* resolve() {
        EventRegister* event = event_.load(std::memory_order_acquire);
        if (event == nullptr && !name_.empty()) {
            event = &events().find_or_add(name_);
            event_.store(event, std::memory_order_release);
        }
        return event;
    }

private:
    std::string name_;
    std::atomic<EventRegister*> event_{nullptr};
};

class MeasuringEvent final : public NamedEvent<measurement::Event> {
public:
    using NamedEvent::NamedEvent;

    void trigger(double value) noexcept override {
        const Counting counting;
        try {
            if (EventRegister* const event =
                    counting.permitted() && events_are_measured() ? resolve() : nullptr) {
                event->add(value);
            }
        } catch (const std::exception&) { // no memory to count it
        }
    }
};

class MeasuringContextEvent final : public NamedEvent<measurement::ContextEvent> {
public:
    using NamedEvent::NamedEvent;

    void trigger(double value) noexcept override {
        if (!enabled_.load(std::memory_order_relaxed)) {
            return;
        }
        const Counting counting;
        try {
            EventRegister* const event =
                counting.permitted() && events_are_measured() ? resolve() : nullptr;
            if (event == nullptr) {
                return;
            }
            if (const detail::Node* const node = detail::innermost_node()) {
                event->at(node).add(value);
            }
            event->add(value);
        } catch (const std::exception&) { // no memory to count it
        }
    }
    void enable() noexcept override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() noexcept override { enabled_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
};

} // namespace proxima::measuring
