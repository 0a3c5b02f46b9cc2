// Tests proxies that the framework inserts, invisibly, for the lifetime of a connection. End-to-end
// tests cover their measurements.
#include "ports.hpp"

#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/proxy_library.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace {

std::atomic<int> proxies{0};
std::string last_name;

} // namespace

// Replaces a generated proxy: counts itself instead of calls.
template <>
class proxima::Proxy<framework_test::NumberPort> final : public framework_test::NumberPort {
public:
    Proxy(framework_test::NumberPort& target, const proxima::InstanceName& name) : target_(target) {
        ++proxies;
        const proxima::Binding& binding = *name.binding();
        const auto text = [](proxima::TextView view) {
            return std::string(view.data(), view.size());
        };
        last_name = text(binding.user) + "." + text(binding.uses_port) + " -> " + text(name) + "." +
                    text(binding.provides_port);
    }
    ~Proxy() override { --proxies; }
    int number() const override { return 1000 + target_.number(); }

private:
    framework_test::NumberPort& target_;
};

namespace {

using namespace framework_test;

struct MeasuredAssembly : Assembly {
    using Assembly::Assembly;

    void measure() {
        framework.register_proxy(proxy_factories<NumberPort>().front());
        framework.measure([](const Connection&, PortType) { return true; },
                          [this](const Connection& connection, PortType) {
                              missed += to_string(connection) + " ";
                          });
    }

    std::string missed;
};

TEST(Proxies, DoNotStandInFrontOfThemselves) {
    MeasuredAssembly assembly;
    assembly.framework.register_proxy(proxy_factories<NumberPort>().front());
    BuilderService& builder = assembly.builder();
    const ComponentId one = builder.create_instance("one", "NumberPortProxy");
    const ComponentId two = builder.create_instance("two", "NumberPortProxy");
    EXPECT_EQ(caught([&] { builder.connect(one, "target", one, "port"); }).kind,
              ErrorKind::nonstandard);
    builder.connect(one, "target", two, "port"); // a proxy in front of another is no cycle
    EXPECT_EQ(caught([&] { builder.connect(two, "target", one, "port"); }).kind,
              ErrorKind::nonstandard);
    builder.connect(two, "target", assembly.provider, "number");
    builder.connect(assembly.user, "number", one, "port");
    EXPECT_EQ(assembly.go(), 42);
}

TEST(Proxies, StandInMeasuredConnections) {
    MeasuredAssembly assembly;
    assembly.measure();
    assembly.connect();
    EXPECT_EQ(assembly.go(), 1042);
    EXPECT_EQ(assembly.missed, "");
}

} // namespace
