// An instrument is the call site that timers, phases, events and monitored methods of one name
// share.
#pragma once

#include <proxima/instance.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/method_info.hpp>
#include <proxima/parameter.hpp>

#include <atomic>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace proxima::measuring {

inline constexpr const char* timer_port = "proxima::measurement::Timer";
inline constexpr const char* phase_port = "proxima::measurement::Phase";
inline constexpr const char* event_port = "proxima::measurement::Event";
inline constexpr const char* monitor_group = "monitor";

// Name and type, which is integer or real.
using NamedParameter = std::pair<std::string, ParameterType>;

constexpr std::size_t most_parameters = 16;

struct InstrumentLabel {
    const char* port; // one of the ports above
    std::string name;
    std::string type;
    std::string group;                      // name of the instance
    std::vector<NamedParameter> parameters; // at most most_parameters
};

// Mistakes of a program with a timer; each is reported once.
enum class Mistake : unsigned char { overlap, not_running, wrong_values };

// Lives as long as the process: the runtime refers to it.
class Instrument : public measurement::MonitoredMethod {
public:
    explicit Instrument(InstrumentLabel label);
    Instrument(const Instrument&) = delete;
    Instrument& operator=(const Instrument&) = delete;
    ~Instrument() = default;

    const InstrumentLabel& label() const noexcept { return label_; }
    CallSite site() const noexcept { return instance_.site(0); }

    const std::vector<Parameter>& parameters() const noexcept { return parameters_; }

    // True if it is measured now.
    bool active() const noexcept {
        return enabled_.load(std::memory_order_relaxed) && method_.active();
    }
    void enable(bool enabled) noexcept { enabled_.store(enabled, std::memory_order_relaxed); }

    // Notes a start that was not measured, so that its stop is no mistake.
    void skip() const noexcept {
        if (!skipped_.load(std::memory_order_relaxed)) {
            skipped_.store(true, std::memory_order_relaxed);
        }
    }
    // Warns once of a mistake, unless it may follow from starts that were not measured.
    void say(Mistake mistake) const noexcept;

private:
    InstrumentLabel label_;
    std::atomic<bool> enabled_{true};
    mutable std::atomic<bool> skipped_{false};
    std::vector<Parameter> parameters_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortInfo port_;
    Instance instance_;
    mutable std::atomic<unsigned> said_{0}; // a bit for each mistake
};

// Guards the table of instruments; recursive.
class Lock {
public:
    Lock() noexcept;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();

    // True if the calling thread holds the lock or is inside the runtime: in a signal handler, a
    // measured allocator or a fork handler. Nothing may be looked up then.
    static bool is_interrupted() noexcept;
};

// All instruments of the process, and the switches of Control. Thread-safe.
class Instruments {
public:
    // Throws std::bad_alloc.
    Instrument& find_or_add(const InstrumentLabel& label);

    void enable_group(std::string_view name, bool enabled);
    void enable_all(bool enabled);

    // Notes that the timers that run in the parent of a fork do not run here.
    void skip_all() noexcept;
    // Warns of a timer that this thread has begun more often than ended.
    void say_unended() noexcept;

private:
    using Key =
        std::tuple<std::string, std::string, std::string, std::string, std::vector<NamedParameter>>;

    std::deque<Instrument> instruments_;
    std::map<Key, Instrument*> by_label_;
    bool all_enabled_ = true;
    std::map<std::string, bool> groups_; // groups switched after the last enable_all()
};

Instruments& instruments() noexcept;

} // namespace proxima::measuring
