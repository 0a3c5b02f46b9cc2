// Timers, phases and events that write to the archive.
#pragma once

#include "session.hpp"

#include <proxima/measurement/context_event.hpp>
#include <proxima/measurement/labelled_timer.hpp>
#include <proxima/measurement/phase.hpp>

#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>

namespace proxima::otf2 {

// Leaves a region that need not be the innermost: those inside of it are left, and entered again.
// Says once which they are. No effect if it is not open.
void leave_outer(Location& location, OTF2_RegionRef region) noexcept;

template <class Base, bool is_phase>
class TraceTimer final : public measurement::LabelledTimer<Base> {
public:
    using measurement::LabelledTimer<Base>::LabelledTimer;

    void start() noexcept override {
        if (switches().version.load(std::memory_order_acquire) !=
            version_.load(std::memory_order_acquire)) {
            look_up();
        }
        Location* const location = enabled_.load() ? archive().location() : nullptr;
        if (location != nullptr) {
            location->enter(region_.load(std::memory_order_acquire));
        }
    }

    void stop() noexcept override {
        const OTF2_RegionRef region = region_.load(std::memory_order_acquire);
        Location* const location = archive().location();
        if (location != nullptr && region != OTF2_UNDEFINED_REGION && !location->leave(region)) {
            leave_outer(*location, region);
        }
    }

    void set_parameter(long value, std::string_view name) noexcept override {
        try {
            if (Location* const location = archive().location()) {
                location->set_parameter(archive().parameter(name), value);
            }
        } catch (const std::exception&) { // the call is traced without its parameter
        }
    }

private:
    void relabelled() noexcept override { version_.store(0); }

    void look_up() noexcept {
        const measurement::TimerLabel& label = this->label();
        try {
            const std::lock_guard lock(switches().mutex);
            const unsigned version = switches().version.load();
            enabled_.store(!label.name.empty() &&
                           switches().groups.enabled(label.group_name, label.group_id));
            if (enabled_.load()) {
                region_.store(archive().region({label.full_name(), label.group_name, is_phase}));
            }
            // Last: whoever sees it, without the lock, sees what it stands for.
            version_.store(version, std::memory_order_release);
        } catch (const std::exception&) { // without memory it is not traced
            enabled_.store(false);
        }
    }

    std::atomic<unsigned> version_{0}; // of the switches that enabled_ is from
    std::atomic<bool> enabled_{false};
    std::atomic<OTF2_RegionRef> region_{OTF2_UNDEFINED_REGION};
};

// `Base` is Event or ContextEvent: a trace has the call path of every value.
template <class Base>
class TraceEventBase : public Base {
public:
    explicit TraceEventBase(std::string_view name) : name_(name) {}

    void set_name(std::string_view name) noexcept final {
        try {
            name_ = name;
        } catch (const std::exception&) { // keeps the name it had
        }
    }
    std::string name() const final { return name_; }

protected:
    void write(double value) const noexcept {
        Location* const location = archive().location();
        if (location == nullptr || name_.empty() || !std::isfinite(value)) {
            return;
        }
        try {
            location->trigger(archive().metric(name_), value);
        } catch (const std::exception&) { // no memory for its name
        }
    }

private:
    std::string name_;
};

class TraceEvent final : public TraceEventBase<measurement::Event> {
public:
    using TraceEventBase::TraceEventBase;
    void trigger(double value) noexcept override { write(value); }
};

class TraceContextEvent final : public TraceEventBase<measurement::ContextEvent> {
public:
    using TraceEventBase::TraceEventBase;
    void trigger(double value) noexcept override {
        if (enabled_.load(std::memory_order_relaxed)) {
            write(value);
        }
    }
    void enable() noexcept override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() noexcept override { enabled_.store(false, std::memory_order_relaxed); }

private:
    std::atomic<bool> enabled_{true};
};

} // namespace proxima::otf2
