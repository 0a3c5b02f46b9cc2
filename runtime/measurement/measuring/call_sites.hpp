// What timers, phases, events and monitored methods of one name have in common: a call site of the
// runtime, registered when it is first used.
#pragma once

#include <proxima/column.hpp>
#include <proxima/instance.hpp>
#include <proxima/measurement/monitor.hpp>
#include <proxima/record.hpp>

#include <atomic>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace proxima::measuring {

inline constexpr const char* timer_port = "proxima::measurement::Timer";
inline constexpr const char* phase_port = "proxima::measurement::Phase";
inline constexpr const char* event_port = "proxima::measurement::Event";
inline constexpr const char* monitor_group = "monitor";

struct SiteLabel {
    const char* port; // one of those above
    std::string name;
    std::string type;
    std::string group;                   // the instance
    std::vector<std::string> parameters; // real numbers
};

// Lives as long as the process: the runtime refers to it.
class CallSite : public measurement::MonitoredMethod {
public:
    explicit CallSite(SiteLabel label);
    CallSite(const CallSite&) = delete;
    CallSite& operator=(const CallSite&) = delete;
    ~CallSite() = default;

    const SiteLabel& label() const noexcept { return label_; }
    Site site() const noexcept { return instance_.site(0); }

    // Whether it is measured now: switched on here, and not excluded from the run.
    bool active() const noexcept {
        return enabled_.load(std::memory_order_relaxed) && method_.active();
    }
    void enable(bool enabled) noexcept { enabled_.store(enabled, std::memory_order_relaxed); }

    // That it was stopped while others ran inside of it. Said once.
    void say_overlap() const noexcept;

private:
    SiteLabel label_;
    std::atomic<bool> enabled_{true};
    std::vector<Column> columns_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortRecord port_;
    Instance instance_;
    mutable std::atomic<bool> overlaps_{false};
};

// Guards what call sites are looked up in. A thread may hold it several times.
class Lock {
public:
    Lock() noexcept;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();

    // Whether the calling thread holds it, or is within the runtime: it has been interrupted by a
    // signal, by an allocator that is measured itself, or by a handler of fork(). Nothing may be
    // looked up then.
    static bool is_interrupted() noexcept;
};

// All of the process, and the switches of Control. Thread-safe.
class CallSites {
public:
    // Throws std::bad_alloc.
    CallSite& find_or_add(const SiteLabel& label);

    void enable_group(std::string_view name, bool enabled);
    void enable_all(bool enabled);

private:
    using Key =
        std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>>;

    std::deque<CallSite> sites_;
    std::map<Key, CallSite*> by_label_;
    bool all_enabled_ = true;
    std::map<std::string, bool> groups_; // that have been switched after all
};

CallSites& call_sites() noexcept;

} // namespace proxima::measuring
