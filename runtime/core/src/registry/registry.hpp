// What the process measures: ports, their methods, their instances. Keeps copies of all that it is
// told, because the library that told it may be unloaded.
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

// The column of a counter, behind those of the parameters. Its type is none of C++.
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

    // Whether two descriptions are of the same method, parameters included.
    bool same_as(const MethodInfo& other) const noexcept;
};

// Which connection of an assembly an instance measures; empty if it is not in one.
using BindingInfo = format::Binding;
using format::no_binding;

// A method of an instance. Lives as long as the process, as all that it points to.
struct SiteInfo {
    const MethodInfo* method;
    const std::string* instance;
    const BindingInfo* binding = &no_binding;
    mutable unsigned char keeps_rows = 0; // through __atomic built-ins; see kept_rows.hpp
    unsigned char safe_point = 0;         // likewise

    bool is_safe_point() const noexcept {
        return __atomic_load_n(&safe_point, __ATOMIC_RELAXED) != 0;
    }
};

class Registry {
public:
    // What Instance gets if it cannot be registered; no site is above it.
    static constexpr Site unmeasured = 0xFFFF0000;

    // The first of the consecutive sites of an instance's methods; the same for the same port, name
    // and binding.
    Site add_instance(PortRecord& port, const InstanceName& name);
    void remove(PortRecord& port) noexcept;

    // Of all methods, before the first of their invocations.
    void read_counters(std::vector<CounterInfo> counters);

    // Null if there is no such site.
    const SiteInfo* site(Site number) noexcept;

    // "instance.method"; empty: none.
    void set_safe_point(std::string_view method);

    // Of methods, "instance.method", that match.
    void keep_rows_of(std::string_view pattern);

    // Sets which methods are measured from now on: none, or those that the rules select.
    void measure(const Configuration* selection) noexcept;
    // The rule comes last from now on.
    void add_rule(Configuration& selection, SelectionRule rule);
    bool measures() noexcept;

    // "ns::Port::method", in the order in which ports were registered.
    std::vector<std::string> method_names();

    std::mutex& mutex() noexcept { return mutex_; }

private:
    struct Port {
        std::string name;
        std::vector<MethodInfo> methods;
        std::map<std::pair<std::string, BindingInfo>, Site> instances; // with the first of each
    };

    Port& port_of(const PortRecord& record);
    bool keeps_rows(const std::string& instance, const MethodInfo& method) const;
    void set_mode(Method& method, const MethodInfo& info) noexcept;
    void set_modes() noexcept;

    std::mutex mutex_;
    std::deque<Port> ports_;
    std::deque<SiteInfo> sites_;
    std::unordered_map<PortRecord*, Port*> records_; // those that exist now
    const Configuration* selection_ = nullptr;       // null: nothing is measured
    std::vector<CounterInfo> counters_;
    std::string safe_point_;
    std::vector<std::string> kept_rows_; // patterns
};

Registry& registry() noexcept;

} // namespace proxima::detail
