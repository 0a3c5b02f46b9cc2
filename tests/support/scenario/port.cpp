#include "port.hpp"

#include <proxima/invocation.hpp>
#include <proxima/method_info.hpp>

#define SCENARIO_STRING(name) #name
#define SCENARIO_NAME(name) SCENARIO_STRING(name)

namespace scenario {

thread_local bool reading_throws = false;
std::function<void()> before_reading;

namespace {

std::int64_t read(int n) {
    if (before_reading) {
        before_reading();
    }
    if (reading_throws) {
        throw n;
    }
    return n;
}

} // namespace

} // namespace scenario

namespace proxima {
namespace {

constexpr EnumConstant mode_constants[] = {{"sequential", 0}, {"strided", 1}};
constexpr Parameter call_parameters[] = {{"n", "int", ParameterType::integer}};
constexpr Parameter all_parameters[] = {
    {"whole", "long", ParameterType::integer},
    {"size", "unsigned long", ParameterType::unsigned_integer},
    {"real", "double", ParameterType::real},
    {"truth", "bool", ParameterType::boolean},
    {"mode", "scenario::Mode", ParameterType::enumeration, mode_constants, 2},
    {"text", "std::string", ParameterType::text}};

MethodInfo<std::int64_t> call_record{"call", "int call(int)", "port.hpp:30", call_parameters};
MethodInfo<std::int64_t, std::uint64_t, double, bool, Enumeration, Text> all_record{
    "all", "void all(long, unsigned long, double, bool, Mode, const std::string &)", "port.hpp:31",
    all_parameters};
MethodInfo<> nothing_record{"nothing", "void nothing()", "port.hpp:33"};
Method* const methods[] = {&call_record, &all_record, &nothing_record};
PortInfo port{"scenario::" SCENARIO_NAME(SCENARIO_PORT), methods, 3};

} // namespace

using ::scenario::Port;

Proxy<Port>::Proxy(Target<Port> target, InstanceName instance)
    : proxima_target_(static_cast<Target<Port>&&>(target)), proxima_instance_(port, instance) {
}

Proxy<Port>::~Proxy() = default;

int Proxy<Port>::call(int n) {
    if (!call_record.active()) {
        return proxima_target_->call(n);
    }
    const StackMark mark;
    const Invocation invocation(mark, call_record, proxima_instance_.site(0), [&] {
        const Unmeasured work;
        return scenario::read(n);
    });
    return proxima_target_->call(n);
}

void Proxy<Port>::all(long whole, unsigned long size, double real, bool truth,
                      ::scenario::Mode mode, const std::string& text) {
    if (!all_record.active()) {
        return proxima_target_->all(whole, size, real, truth, mode, text);
    }
    const StackMark mark;
    const Invocation invocation(
        mark, all_record, proxima_instance_.site(1),
        [&] { return static_cast<std::int64_t>(whole); },
        [&] { return static_cast<std::uint64_t>(size); }, [&] { return real; },
        [&] { return truth; }, [&] { return Enumeration(mode); }, [&] { return Text(text); });
    return proxima_target_->all(whole, size, real, truth, mode, text);
}

void Proxy<Port>::nothing() noexcept {
    if (!nothing_record.active()) {
        return proxima_target_->nothing();
    }
    const StackMark mark;
    const Invocation invocation(mark, nothing_record, proxima_instance_.site(2));
    return proxima_target_->nothing();
}

} // namespace proxima
