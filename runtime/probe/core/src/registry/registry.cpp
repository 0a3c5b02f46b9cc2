#include "registry/registry.hpp"

#include <proxima/detail/no_destructor.hpp>
#include <proxima/format/chunks.hpp>
#include <proxima/format/glob.hpp>

#include <algorithm>

namespace proxima::detail {

static_assert(static_cast<int>(ParameterType::missing) ==
                  static_cast<int>(format::ColumnType::missing),
              "the numbers of column types are those of the format");

namespace {

constexpr std::string_view source_ports = "proxima::source::";

ColumnInfo describe(const Parameter& parameter) {
    ColumnInfo info{
        parameter.name, parameter.type_name, static_cast<format::ColumnType>(parameter.type), {}};
    for (std::size_t i = 0; i < parameter.constant_count; ++i) {
        info.constants.emplace_back(parameter.constants[i].value, parameter.constants[i].name);
    }
    return info;
}

RegisteredMethod describe(const PortInfo& port, const Method& method) {
    RegisteredMethod info;
    info.port = port.name();
    info.is_of_source = info.port.compare(0, source_ports.size(), source_ports) == 0;
    info.name = method.name();
    info.signature = method.signature();
    info.location = method.location();
    info.parameter_types = format::parameter_types(info.signature, info.name);
    info.qualified = info.port + "::" + info.name;
    info.qualified_with_types = info.qualified + info.parameter_types;
    for (std::size_t i = 0; i < method.parameter_count(); ++i) {
        info.columns.push_back(describe(method.parameters()[i]));
        const format::ColumnType type = info.columns.back().type;
        info.words.insert(info.words.end(), format::words_of(type), type);
    }
    return info;
}

std::vector<RegisteredMethod> describe(const PortInfo& port) {
    std::vector<RegisteredMethod> infos;
    infos.reserve(port.method_count());
    for (std::size_t i = 0; i < port.method_count(); ++i) {
        infos.push_back(describe(port, *port.methods()[i]));
    }
    for (RegisteredMethod& info : infos) {
        const auto namesakes = std::count_if(
            infos.begin(), infos.end(), [&](const auto& other) { return other.name == info.name; });
        info.overloaded = namesakes > 1;
    }
    return infos;
}

std::string copy_of(TextView text) {
    return {text.data(), text.size()};
}

BindingInfo binding_of(const InstanceName& name) {
    const Binding* const binding = name.binding();
    return binding == nullptr ? BindingInfo()
                              : BindingInfo{copy_of(binding->user), copy_of(binding->uses_port),
                                            copy_of(binding->provides_port)};
}

// Tests whether the name is "instance.method".
bool is_named(std::string_view name, const std::string& instance, const RegisteredMethod& method) {
    return name.size() == instance.size() + 1 + method.name.size() &&
           name.substr(0, instance.size()) == instance && name[instance.size()] == '.' &&
           name.substr(instance.size() + 1) == method.name;
}

} // namespace

ColumnInfo column_of(const CounterInfo& counter) {
    return {counter.name,
            counter.is_time ? format::counter_in_ns : format::counter_in_counts,
            format::ColumnType::unsigned_integer,
            {}};
}

void RegisteredMethod::add_counters(const std::vector<CounterInfo>& more) {
    for (const CounterInfo& counter : more) {
        columns.push_back(column_of(counter));
        words.push_back(columns.back().type);
    }
    counters += more.size();
}

// A plug-in that is loaded again continues its statistics if its methods are unchanged.
Registry::Port& Registry::port_of(const PortInfo& record) {
    std::vector<RegisteredMethod> methods = describe(record);
    for (RegisteredMethod& method : methods) {
        method.add_counters(counters_);
    }
    std::string definition = record.name();
    for (const RegisteredMethod& method : methods) {
        const format::Bytes bytes = format::write_method(0, method);
        definition.append(bytes.data(), bytes.size());
    }
    Port*& port = by_definition_[std::move(definition)];
    if (port == nullptr) {
        port = &ports_.emplace_back(Port{std::move(methods), {}});
    }
    return *port;
}

CallSite Registry::add_instance(PortInfo& record, const InstanceName& name) {
    const std::lock_guard lock(mutex_);
    auto known = records_.find(&record);
    if (known == records_.end()) {
        Port& port = port_of(record);
        known = records_.emplace(&record, &port).first;
        record.registered_ = true;
        for (std::size_t i = 0; i < port.methods.size(); ++i) {
            port.methods[i].in_memory.push_back(record.methods()[i]);
            set_mode(port.methods[i]);
        }
    }
    Port& port = *known->second;
    const auto first = static_cast<CallSite>(sites_.size());
    const auto [instance, is_new] =
        port.instances.try_emplace({copy_of(name), binding_of(name)}, first);
    if (is_new) {
        for (const RegisteredMethod& method : port.methods) {
            sites_.push_back({&method, &instance->first.first, &instance->first.second});
            set_flags(sites_.back());
        }
    }
    return instance->second;
}

void Registry::set_flags(CallSiteInfo& site) const {
    if (keeps_rows(*site.instance, *site.method)) { // rows are kept forever
        CallSiteInfo::set(site.keeps_rows, true);
    }
    CallSiteInfo::set(site.safe_point, is_named(safe_point_, *site.instance, *site.method));
    CallSiteInfo::set(site.off, is_off(*site.instance));
    CallSiteInfo::set(site.watched, watched_.count(*site.instance) != 0);
}

template <class Change>
void Registry::change_flags(Change change) {
    const std::lock_guard lock(mutex_);
    change();
    for (CallSiteInfo& site : sites_) {
        set_flags(site);
    }
}

void Registry::set_safe_point(std::string_view method) {
    change_flags([&] { safe_point_ = method; });
}

bool Registry::is_off(const std::string& instance) const {
    const auto rule =
        std::find_if(instance_rules_.rbegin(), instance_rules_.rend(),
                     [&](const auto& one) { return format::matches(one.pattern, instance); });
    return rule != instance_rules_.rend() && !rule->value;
}

void Registry::measure_instances(std::string_view pattern, bool on) {
    change_flags([&] { replace_rule(instance_rules_, {std::string(pattern), on}); });
}

void Registry::watch_exceptions(std::string_view instance, bool on) {
    change_flags([&] {
        if (on) {
            watched_.emplace(instance);
        } else if (const auto known = watched_.find(instance); known != watched_.end()) {
            watched_.erase(known);
        }
    });
}

std::string Registry::method_left_by_exception(std::string_view instance) {
    const std::lock_guard lock(mutex_);
    for (const CallSiteInfo& site : sites_) {
        if (CallSiteInfo::is_set(site.threw) && *site.instance == instance) {
            return site.method->name;
        }
    }
    return {};
}

bool Registry::keeps_rows(const std::string& instance, const RegisteredMethod& method) const {
    const std::string name = instance + "." + method.name;
    return std::any_of(kept_rows_.begin(), kept_rows_.end(),
                       [&](const std::string& pattern) { return format::matches(pattern, name); });
}

bool Registry::keeps_rows_of(std::string_view pattern) {
    const std::lock_guard lock(mutex_);
    return std::find(kept_rows_.begin(), kept_rows_.end(), pattern) != kept_rows_.end();
}

void Registry::keep_rows_of(std::string_view pattern) {
    change_flags([&] { kept_rows_.emplace_back(pattern); });
}

void Registry::remove(PortInfo& record) noexcept {
    const std::lock_guard lock(mutex_);
    record.registered_ = false;
    const auto known = records_.find(&record);
    if (known == records_.end()) {
        return;
    }
    for (std::size_t i = 0; i < record.method_count(); ++i) {
        std::vector<Method*>& in_memory = known->second->methods[i].in_memory;
        in_memory.erase(std::remove(in_memory.begin(), in_memory.end(), record.methods()[i]),
                        in_memory.end());
    }
    records_.erase(known);
}

void Registry::read_counters(std::vector<CounterInfo> counters) {
    const std::lock_guard lock(mutex_);
    counters_ = std::move(counters);
    for (Port& port : ports_) {
        for (RegisteredMethod& method : port.methods) {
            method.add_counters(counters_);
        }
    }
}

const CallSiteInfo* Registry::site(CallSite number) noexcept {
    const std::lock_guard lock(mutex_);
    return number < sites_.size() ? &sites_[number] : nullptr;
}

void Registry::set_mode(const RegisteredMethod& method) const noexcept {
    const bool measured = selection_ != nullptr && method.level() != MeasuringLevel::off &&
                          selection_->selects(method.qualified, method.qualified_with_types);
    for (Method* const known : method.in_memory) {
        __atomic_store_n(&known->mode_, static_cast<unsigned char>(measured ? 1 : 0),
                         __ATOMIC_RELAXED);
    }
}

void Registry::measure(const Configuration* selection) noexcept {
    const std::lock_guard lock(mutex_);
    selection_ = selection;
    set_modes();
}

void Registry::add_rule(Configuration& selection, SelectionRule rule) {
    const std::lock_guard lock(mutex_); // readers of the rules hold it, too
    // The first rule decides about methods that match none.
    replace_rule(selection.rules, std::move(rule), selection.rules.empty() ? 0 : 1);
    set_modes();
}

void Registry::set_level(const RegisteredMethod& method, MeasuringLevel level) noexcept {
    const std::lock_guard lock(mutex_);
    method.set_level(level);
    set_mode(method);
}

void Registry::reset_levels() noexcept {
    const std::lock_guard lock(mutex_);
    for (const Port& port : ports_) {
        for (const RegisteredMethod& method : port.methods) {
            method.set_level(MeasuringLevel::recorded);
        }
    }
    set_modes();
}

void Registry::set_modes() const noexcept {
    for (const Port& port : ports_) {
        for (const RegisteredMethod& method : port.methods) {
            set_mode(method);
        }
    }
}

std::vector<std::string> Registry::method_names() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const Port& port : ports_) {
        for (const RegisteredMethod& method : port.methods) {
            names.push_back(method.qualified);
        }
    }
    return names;
}

Registry& registry() noexcept {
    static NoDestructor<Registry> instance;
    return *instance;
}

} // namespace proxima::detail
