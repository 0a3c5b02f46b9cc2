// Proxies between users and providers: placed by the framework, unseen, and gone with their
// connection. What they measure is tested end to end.
#include "ports.hpp"

#include <proxima/framework/performance_ports.hpp>
#include <proxima/framework/proxy_library.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace {

std::atomic<int> proxies{0};
std::string last_name;

} // namespace

// In the place of a generated one: counts itself instead of calls.
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

TEST(Proxies, stand_between_unseen) {
    MeasuredAssembly assembly;
    assembly.measure();
    const Connection connection = assembly.connect();
    EXPECT_EQ(to_string(connection), "user.number -> provider.number");
    EXPECT_TRUE(assembly.framework.is_measured(connection));
    EXPECT_EQ(assembly.go(), 1042);
    EXPECT_EQ(last_name, "user.number -> provider.number");
    EXPECT_EQ(assembly.builder().component_ids().size(), 2U);
    ASSERT_EQ(assembly.builder().connection_ids().size(), 1U);
    EXPECT_EQ(assembly.builder().connection_ids().front().number, connection.number);
}

TEST(Proxies, go_with_their_connection) {
    MeasuredAssembly assembly;
    assembly.measure();
    const Connection connection = assembly.connect();
    EXPECT_EQ(assembly.go(), 1042);
    EXPECT_EQ(proxies, 1);
    assembly.builder().disconnect(connection);
    EXPECT_EQ(proxies, 0);
    assembly.connect();
    EXPECT_EQ(assembly.go(), 1042);
    assembly.builder().destroy_instance(assembly.provider);
    EXPECT_EQ(proxies, 0);
    EXPECT_TRUE(assembly.builder().connection_ids().empty());
}

TEST(Proxies, are_in_use_while_they_are_fetched) {
    MeasuredAssembly assembly([](Services& services) {
        const auto number = services.get<NumberPort>("number");
        const auto builder = services.get<BuilderService>("builder");
        const Connection connection = builder->connection_ids().front();
        EXPECT_EQ(caught([&] { builder->disconnect(connection); }).message,
                  "user.number -> provider.number is in use: the port is fetched and not yet "
                  "released");
        EXPECT_EQ(
            caught([&] { builder->destroy_instance(builder->component_id("provider")); }).kind,
            ErrorKind::uses_port_not_released);
        return number->number();
    });
    assembly.measure();
    assembly.connect();
    EXPECT_EQ(assembly.go(), 1042);
}

TEST(Proxies, are_placed_while_the_application_runs) {
    MeasuredAssembly assembly([](Services& services) {
        const auto builder = services.get<BuilderService>("builder");
        int sum = 0;
        for (const char* const name : {"first", "second"}) {
            const auto candidate = builder->create_instance(name, "Provider");
            const Connection connection =
                builder->connect(builder->component_id("user"), "number", candidate, "number");
            sum += services.get<NumberPort>("number")->number();
            builder->disconnect(connection);
            builder->destroy_instance(candidate);
        }
        return sum;
    });
    assembly.measure();
    EXPECT_EQ(assembly.go(), 2084);
    EXPECT_EQ(last_name, "user.number -> second.number");
    EXPECT_EQ(proxies, 0);
}

TEST(Proxies, that_do_not_exist_are_missed_and_the_port_is_used_as_it_is) {
    MeasuredAssembly assembly;
    assembly.measure();
    assembly.builder().connect(assembly.user, "other", assembly.provider, "other");
    EXPECT_EQ(assembly.missed, "user.other -> provider.other ");
}

TEST(Proxies, are_not_missed_for_ports_of_the_framework) {
    MeasuredAssembly assembly([&](Services& services) {
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        services.use<ParameterPort>("settings");
        services.use<GoPort>("start");
        builder->connect(user, "settings", builder->component_id("provider"), "parameters");
        const Connection start = builder->connect(user, "start", user, "go");
        EXPECT_TRUE(assembly.framework.is_measured(start)); // whose proxy is the framework's own
        return 0;
    });
    assembly.measure();
    assembly.go();
    EXPECT_EQ(assembly.missed, "");
}

TEST(Proxies, do_not_stand_in_front_of_themselves) {
    MeasuredAssembly assembly;
    assembly.framework.register_proxy(proxy_factories<NumberPort>().front());
    BuilderService& builder = assembly.builder();
    const ComponentId one = builder.create_instance("one", "NumberPortProxy");
    const ComponentId two = builder.create_instance("two", "NumberPortProxy");
    EXPECT_EQ(caught([&] { builder.connect(one, "target", one, "port"); }).kind,
              ErrorKind::nonstandard);
    builder.connect(one, "target", two, "port"); // one in front of another is no circle
    EXPECT_EQ(caught([&] { builder.connect(two, "target", one, "port"); }).message,
              "two.target would lead back to two itself; a proxy stands in front of another "
              "component");
    builder.connect(two, "target", assembly.provider, "number");
    builder.connect(assembly.user, "number", one, "port");
    EXPECT_EQ(assembly.go(), 42);
}

TEST(Proxies, of_ports_that_share_a_name_are_not_chosen_by_it) {
    Framework framework;
    auto factory = proxy_factories<NumberPort>().front();
    for (const char* const type : {"one::FluxPort", "other::FluxPort"}) {
        factory.type = type;
        framework.register_proxy(factory);
    }
    try {
        framework.builder().create_instance("proxy", "FluxPortProxy");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("one::FluxPort and other::FluxPort have"),
                  std::string::npos)
            << error.what();
    }
}

TEST(Proxies, do_not_hide_errors) {
    MeasuredAssembly assembly;
    assembly.measure();
    EXPECT_EQ(caught([&] {
                  assembly.builder().connect(assembly.user, "number", assembly.provider, "other");
              }).kind,
              ErrorKind::bad_port_type);
    assembly.connect();
    EXPECT_NE(caught([&] { assembly.connect(); }).message.find("is connected to provider.number"),
              std::string::npos);
    EXPECT_EQ(assembly.builder().connection_ids().size(), 1U);
}

TEST(Proxies, tell_the_mastermind_of_the_assembly) {
    MeasuredAssembly assembly;
    const ComponentId mastermind = assembly.builder().create_instance("mm", "Mastermind");
    assembly.measure();
    assembly.connect();
    assembly.go();
    assembly.framework.with_port<MonitorPort>(mastermind, "monitor", [](MonitorPort& monitor) {
        ASSERT_EQ(monitor.bindings().size(), 1U);
        EXPECT_EQ(to_string(monitor.bindings().front().connection),
                  "user.number -> provider.number");
        EXPECT_EQ(monitor.bindings().front().type, "framework_test::NumberPort");
    });
}

TEST(Proxies, are_left_out_while_their_mastermind_does_not_monitor) {
    MeasuredAssembly assembly;
    const ComponentId mastermind = assembly.builder().create_instance("mm", "Mastermind");
    assembly.measure();
    assembly.connect();
    const auto set_monitoring = [&](bool on) {
        assembly.framework.with_port<MonitorPort>(
            mastermind, "monitor", [&](MonitorPort& monitor) { monitor.set_monitoring(on); });
    };
    EXPECT_EQ(assembly.go(), 1042);
    set_monitoring(false);
    EXPECT_EQ(assembly.go(), 42);
    set_monitoring(true);
    EXPECT_EQ(assembly.go(), 1042);
}

} // namespace
