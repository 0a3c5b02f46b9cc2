#include "nothing.hpp"

#include "../common/measurement_of.hpp"
#include "empty.hpp"

#include <proxima/measurement/labelled_timer.hpp>

#include <string>
#include <vector>

namespace proxima::measurement {

namespace {

template <class Base>
class IdleTimer final : public LabelledTimer<Base> {
public:
    using LabelledTimer<Base>::LabelledTimer;
    void start() noexcept override {}
    void stop() noexcept override {}
    void set_parameter(long, std::string_view) noexcept override {}
};

template <class Base>
class IdleEventBase : public Base {
public:
    explicit IdleEventBase(std::string_view name) : name_(name) {}
    void trigger(double) noexcept override {}
    void set_name(std::string_view name) noexcept override {
        try {
            name_ = name;
        } catch (const std::bad_alloc&) { // keeps the name it had
        }
    }
    std::string name() const override { return name_; }

private:
    std::string name_;
};

using IdleEvent = IdleEventBase<Event>;

class IdleContextEvent final : public IdleEventBase<ContextEvent> {
public:
    using IdleEventBase::IdleEventBase;
    void enable() noexcept override {}
    void disable() noexcept override {}
};

template <class Base>
class IdleTracker final : public Base {
public:
    void track_here() noexcept override {}
    void enable_interrupt_tracking() noexcept override {}
    void set_interrupt_interval(int) noexcept override {}
    void enable() noexcept override {}
    void disable() noexcept override {}
};

class IdleControl final : public Control {
public:
    void enable_group_id(long) noexcept override {}
    void disable_group_id(long) noexcept override {}
    void enable_group_name(std::string_view) noexcept override {}
    void disable_group_name(std::string_view) noexcept override {}
    void enable_all_groups() noexcept override {}
    void disable_all_groups() noexcept override {}
};

struct IdleParts {
    using Timer = IdleTimer<measurement::Timer>;
    using Phase = IdleTimer<measurement::Phase>;
    using Event = IdleEvent;
    using ContextEvent = IdleContextEvent;
    using MemoryTracker = IdleTracker<measurement::MemoryTracker>;
    using MemoryHeadroomTracker = IdleTracker<measurement::MemoryHeadroomTracker>;
    using Query = EmptyQuery;
    using Control = IdleControl;
};

// Without a destructor at exit: components may measure until the very end.
template <class Port>
Port& immortal() noexcept {
    alignas(Port) static unsigned char storage[sizeof(Port)];
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): never destroyed
    static auto* const port = ::new (static_cast<void*>(storage)) Port;
    return *port;
}

} // namespace

Measurement& Nothing::measurement() noexcept {
    return immortal<MeasurementOf<IdleParts>>();
}

Monitor& Nothing::monitor() noexcept {
    return immortal<IdleMonitor>();
}

PerfParam& Nothing::perf_param() noexcept {
    return immortal<NoPerfParam>();
}

} // namespace proxima::measurement
