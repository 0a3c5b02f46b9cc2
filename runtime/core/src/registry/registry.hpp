// The ports, methods and instances of the process. Keeps copies, because plug-ins may be unloaded.
#pragma once

#include "configuration/configuration.hpp"

#include <proxima/detail/counter_source.hpp>
#include <proxima/format/column.hpp>
#include <proxima/record.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proxima::detail {

using ColumnInfo = format::Column;

// The column of a counter, behind those of the parameters.
ColumnInfo column_of(const CounterInfo& counter);

struct MethodInfo : format::Method {
    std::string parameter_types;           // "(int, double)", from the signature
    std::string qualified;                 // "ns::Port::name"
    std::string qualified_with_types;      // "ns::Port::name(int, double)"
    bool overloaded = false;               // within its port
    std::vector<format::ColumnType> words; // the type of each word of its columns
    std::size_t counters = 0;              // columns, of a word each

    bool has_parameters() const noexcept { return columns.size() > counters; }
    std::uint32_t parameter_words() const noexcept {
        return static_cast<std::uint32_t>(words.size() - counters);
    }
    void add_counters(const std::vector<CounterInfo>& more);

    // Whether it is the same method, with the same parameters.
    bool same_as(const MethodInfo& other) const noexcept;
};

// The connection that an instance measures; empty if there is none.
using BindingInfo = format::Binding;
using format::no_binding;

// A method of an instance. Lives as long as the process.
struct CallSiteInfo {
    const MethodInfo* method;
    const std::string* instance;
    const BindingInfo* binding = &no_binding;
    unsigned char keeps_rows = 0; // through __atomic built-ins; see kept_rows.hpp
    unsigned char safe_point = 0; // likewise

    bool is_safe_point() const noexcept {
        return __atomic_load_n(&safe_point, __ATOMIC_RELAXED) != 0;
    }
};

class Registry {
public:
    // The call site of what is not measured; all others are below it.
    static constexpr CallSite unmeasured = 0xFFFF0000;

    // The first of the consecutive call sites of an instance's methods.
    CallSite add_instance(PortRecord& port, const InstanceName& name);
    void remove(PortRecord& port) noexcept;

    // Called before the first invocation.
    void read_counters(std::vector<CounterInfo> counters);

    // Null if there is none.
    const CallSiteInfo* site(CallSite number) noexcept;

    // "instance.method", or empty.
    void set_safe_point(std::string_view method);

    // Patterns of "instance.method".
    bool keeps_rows_of(std::string_view pattern);
    void keep_rows_of(std::string_view pattern);

    // Measures the selected methods from now on; null: none.
    void measure(const Configuration* selection) noexcept;
    // Appends the rule.
    void add_rule(Configuration& selection, SelectionRule rule);
    bool measures() noexcept;

    // "ns::Port::method", in the order in which ports were registered.
    std::vector<std::string> method_names();

    std::mutex& mutex() noexcept { return mutex_; }

private:
    struct Port {
        std::string name;
        std::vector<MethodInfo> methods;
        std::map<std::pair<std::string, BindingInfo>, CallSite> instances; // with the first of each
    };

    Port& port_of(const PortRecord& record);
    bool keeps_rows(const std::string& instance, const MethodInfo& method) const;
    void set_mode(Method& method, const MethodInfo& info) noexcept;
    void set_modes() noexcept;

    std::mutex mutex_;
    std::deque<Port> ports_;
    std::deque<CallSiteInfo> sites_;
    std::unordered_map<PortRecord*, Port*> records_; // those that exist now
    const Configuration* selection_ = nullptr;       // null: nothing is measured
    std::vector<CounterInfo> counters_;
    std::string safe_point_;
    std::vector<std::string> kept_rows_; // patterns
};

Registry& registry() noexcept;

// Calls the action of the safe point if the call site is one; see proxima/safe_point.hpp. Call it
// outside of SlowSection: the action may make instances and call proxies.
void pass_safe_point(CallSite site) noexcept;

} // namespace proxima::detail
