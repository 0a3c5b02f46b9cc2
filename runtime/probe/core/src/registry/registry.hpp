// The ports, methods and instances of the process. Keeps copies, because plug-ins may be unloaded.
#pragma once

#include "configuration/configuration.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/format/column.hpp>
#include <proxima/method_info.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proxima::detail {

using ColumnInfo = format::Column;

// How the calls of a method are measured to stay within overhead=. Estimated: one call in
// `estimated_every` is recorded, the others are counted, and most of the short ones not timed.
enum class MeasuringLevel : std::uint8_t { recorded, estimated, off };

constexpr std::uint32_t estimated_every = 1000;

// Returns the column of a counter, which follows those of the parameters.
ColumnInfo column_of(const CounterInfo& counter);

struct RegisteredMethod : format::MethodColumns {
    std::string parameter_types;           // "(int, double)", from the signature
    std::string qualified;                 // "ns::Port::name"
    std::string qualified_with_types;      // "ns::Port::name(int, double)"
    bool overloaded = false;               // another method of its port has the same name
    std::vector<format::ColumnType> words; // type of each word of its columns
    std::size_t counters = 0;              // number of columns that are counters, one word each
    bool is_of_source = false;             // a function or loop of an instrumented source
    mutable unsigned char level_byte = 0;  // a MeasuringLevel, accessed by __atomic built-ins
    std::vector<Method*> in_memory;        // guarded by the lock of the registry

    MeasuringLevel level() const noexcept {
        return static_cast<MeasuringLevel>(__atomic_load_n(&level_byte, __ATOMIC_RELAXED));
    }
    void set_level(MeasuringLevel level) const noexcept {
        __atomic_store_n(&level_byte, static_cast<unsigned char>(level), __ATOMIC_RELAXED);
    }

    bool has_parameters() const noexcept { return columns.size() > counters; }
    std::uint32_t parameter_words() const noexcept {
        return static_cast<std::uint32_t>(words.size() - counters);
    }
    // True if its last parameter tells which of the others are missing.
    bool may_miss() const noexcept {
        return has_parameters() && words[parameter_words() - 1] == format::ColumnType::missing;
    }
    void add_counters(const std::vector<CounterInfo>& more);
};

// The connection that an instance measures; empty if it measures none.
using BindingInfo = format::BindingNames;
using format::no_binding;

// A method of an instance. Lives as long as the process.
struct CallSiteInfo {
    const RegisteredMethod* method;
    const std::string* instance;
    const BindingInfo* binding = &no_binding;
    // Flags, accessed by __atomic built-ins; see kept_rows.hpp, safe_point.hpp, call_switches.hpp.
    unsigned char keeps_rows = 0;
    unsigned char safe_point = 0;
    unsigned char off = 0;
    unsigned char watched = 0;
    mutable unsigned char threw = 0; // an exception left it while it was watched

    bool is_safe_point() const noexcept { return is_set(safe_point); }
    bool is_off() const noexcept { return is_set(off); }
    bool is_watched() const noexcept { return is_set(watched); }
    bool is_plain() const noexcept {
        return !is_set(keeps_rows) && !is_safe_point() && !is_off() && !is_watched();
    }

    static bool is_set(const unsigned char& flag) noexcept {
        return __atomic_load_n(&flag, __ATOMIC_RELAXED) != 0;
    }
    static void set(unsigned char& flag, bool on) noexcept {
        __atomic_store_n(&flag, static_cast<unsigned char>(on ? 1 : 0), __ATOMIC_RELAXED);
    }
};

class Registry {
public:
    // The call site of unmeasured methods; all others are smaller.
    static constexpr CallSite unmeasured = 0xFFFF0000;

    // Returns the first call site of an instance; those of its methods are consecutive.
    CallSite add_instance(PortInfo& port, const InstanceName& name);
    void remove(PortInfo& port) noexcept;

    // Called before the first invocation.
    void read_counters(std::vector<CounterInfo> counters);

    // Returns null for an unknown call site.
    const CallSiteInfo* site(CallSite number) noexcept;

    // Sets the safe point to "instance.method"; empty removes it.
    void set_safe_point(std::string_view method);

    // Keep rows of methods that match a pattern of "instance.method".
    bool keeps_rows_of(std::string_view pattern);
    void keep_rows_of(std::string_view pattern);

    // See proxima/detail/call_switches.hpp. Trees learn of the first two by follow_switches().
    void measure_instances(std::string_view pattern, bool on);
    void watch_exceptions(std::string_view instance, bool on);
    std::string method_left_by_exception(std::string_view instance);

    // Measures the selected methods from now on; null: none.
    void measure(const Configuration* selection) noexcept;
    // Appends the rule to the selection.
    void add_rule(Configuration& selection, SelectionRule rule);

    // Measures a method at a level from now on; recorders learn of it with its next calls.
    void set_level(const RegisteredMethod& method, MeasuringLevel level) noexcept;
    // Sets the level of all methods to `recorded`.
    void reset_levels() noexcept;

    // Returns names such as "ns::Port::method", in the order of registration.
    std::vector<std::string> method_names();

    std::mutex& mutex() noexcept { return mutex_; }

private:
    struct Port {
        std::vector<RegisteredMethod> methods;
        // The first call site of each instance, by name and binding.
        std::map<std::pair<std::string, BindingInfo>, CallSite> instances;
    };

    Port& port_of(const PortInfo& record);
    bool keeps_rows(const std::string& instance, const RegisteredMethod& method) const;
    bool is_off(const std::string& instance) const;
    void set_flags(CallSiteInfo& site) const;
    template <class Change>
    void change_flags(Change change);
    void set_mode(const RegisteredMethod& method) const noexcept;
    void set_modes() const noexcept;

    std::mutex mutex_;
    std::deque<Port> ports_;
    std::unordered_map<std::string, Port*> by_definition_; // name and methods, as in record files
    std::deque<CallSiteInfo> sites_;
    std::unordered_map<PortInfo*, Port*> records_; // those in memory now
    const Configuration* selection_ = nullptr;     // null: nothing is measured
    std::vector<CounterInfo> counters_;
    std::string safe_point_;
    std::vector<std::string> kept_rows_;        // patterns
    std::vector<SelectionRule> instance_rules_; // patterns of instances; the last decides
    std::set<std::string, std::less<>> watched_;
};

Registry& registry() noexcept;

} // namespace proxima::detail
