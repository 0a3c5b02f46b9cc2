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
#include <set>
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
    std::string group; // the instance
    ColumnType parameter_type = ColumnType::integer;
    std::vector<std::string> parameters;
};

// Lives as long as the process: the runtime refers to it.
class CallSite : public measurement::MonitoredMethod {
public:
    explicit CallSite(SiteLabel label);
    CallSite(const CallSite&) = delete;
    CallSite& operator=(const CallSite&) = delete;
    ~CallSite() = default;

    const SiteLabel& label() const noexcept { return label_; }
    // As Query calls it: with the type.
    std::string full_name() const;
    Site site() const noexcept { return instance_.site(0); }

    // Whether it is measured now: switched on here, and not excluded from the run.
    bool active() const noexcept {
        return enabled_.load(std::memory_order_relaxed) && method_.active();
    }
    void enable(bool enabled) noexcept { enabled_.store(enabled, std::memory_order_relaxed); }

    // The same with other parameters: each points to the one that was made before it.
    const CallSite* next() const noexcept { return next_.load(std::memory_order_acquire); }
    void add_variant(CallSite& variant) noexcept;
    // Whether `site` is of this one or of one of its variants.
    const CallSite* at(Site site) const noexcept;

private:
    SiteLabel label_;
    std::atomic<bool> enabled_{true};
    std::vector<Column> columns_;
    Method method_;
    Method* const methods_[1]{&method_};
    PortRecord port_;
    Instance instance_;
    std::atomic<const CallSite*> next_{nullptr};
};

// Guards all that call sites, events and monitored methods are looked up in. A thread may hold it
// several times.
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
    // The variant with these parameters. Throws std::bad_alloc.
    CallSite& variant(CallSite& of, const std::vector<std::string>& parameters);
    // Null if there is none.
    const CallSite* find(Site site) noexcept;
    // A text that is equal and lives as long as the process.
    const std::string& keep(std::string_view text);

    void enable_group(std::string_view name, bool enabled);
    void enable_all(bool enabled);

private:
    using Key =
        std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>>;

    std::deque<CallSite> sites_;
    std::map<Key, CallSite*> by_label_;
    std::map<Site, const CallSite*> by_site_;
    std::set<std::string> texts_;
    bool all_enabled_ = true;
    std::map<std::string, bool> groups_; // that have been switched after all
};

CallSites& call_sites() noexcept;

// Says a line, but each only once, and no more than a reader can be expected to look at.
void say_once(const std::string& line) noexcept;

} // namespace proxima::measuring
