// Ports: declared, connected, fetched, given back, and all that the specification refuses.
#include "ports.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

using namespace framework_test;

TEST(Ports, are_used_through_their_connection) {
    Assembly assembly;
    const Connection connection = assembly.connect();
    EXPECT_EQ(to_string(connection), "user.number -> provider.number");
    EXPECT_EQ(assembly.go(), 42);
}

TEST(Ports, are_listed) {
    Assembly assembly;
    BuilderService& builder = assembly.builder();
    EXPECT_EQ(builder.provided_port_names(assembly.provider),
              (std::vector<std::string>{"number", "other", "parameters"}));
    EXPECT_EQ(builder.used_port_names(assembly.user),
              (std::vector<std::string>{"number", "other", "builder", "events"}));
    EXPECT_EQ(builder.port_type_name(assembly.user, "number"), "framework_test::NumberPort");
    EXPECT_EQ(builder.class_name(assembly.user), "User");
}

TEST(Ports, of_different_types_are_not_connected) {
    Assembly assembly;
    const Caught error = caught(
        [&] { assembly.builder().connect(assembly.user, "number", assembly.provider, "other"); });
    EXPECT_EQ(error.kind, ErrorKind::bad_port_type);
    EXPECT_EQ(error.message,
              "user.number uses a port of type framework_test::NumberPort, but provider.other is a "
              "framework_test::OtherPort; of that type it provides number");
    EXPECT_FALSE(assembly.builder().connection_ids().size() > 0);
}

TEST(Ports, that_are_not_there_are_named_with_those_that_are) {
    Assembly assembly;
    const Caught uses = caught(
        [&] { assembly.builder().connect(assembly.user, "nmber", assembly.provider, "number"); });
    EXPECT_EQ(uses.kind, ErrorKind::port_not_defined);
    EXPECT_EQ(uses.message, "user has no uses port nmber; did you mean number?");
    const Caught provides = caught(
        [&] { assembly.builder().connect(assembly.user, "number", assembly.provider, "zzz"); });
    EXPECT_EQ(provides.message, "provider (Provider) provides no port zzz; the ports that it "
                                "provides: number, other and parameters");
}

TEST(Ports, are_connected_once) {
    Assembly assembly;
    assembly.connect();
    const Caught error = caught([&] { assembly.connect(); });
    EXPECT_EQ(error.message,
              "user.number is connected to provider.number already; disconnect it first");
}

TEST(Ports, that_are_not_connected_are_not_fetched) {
    Assembly assembly;
    const Caught error = caught([&] { assembly.go(); });
    EXPECT_EQ(error.kind, ErrorKind::port_not_connected);
    EXPECT_EQ(error.message, "uses port user.number (framework_test::NumberPort) is not connected");
}

TEST(Ports, in_use_are_not_disconnected) {
    Connection connection;
    Assembly assembly([&](Services& services) {
        auto number = services.get<NumberPort>("number");
        const auto builder = services.get<BuilderService>("builder");
        EXPECT_EQ(caught([&] { builder->disconnect(connection); }).kind,
                  ErrorKind::uses_port_not_released);
        EXPECT_EQ(number->number(), 42);
        EXPECT_TRUE(services.is_connected("number"));
        number.reset();
        builder->disconnect(connection);
        EXPECT_FALSE(services.is_connected("number"));
        connection = builder->connect(builder->component_id("user"), "number",
                                      builder->component_id("provider"), "number");
        return services.get<NumberPort>("number")->number();
    });
    connection = assembly.connect();
    EXPECT_EQ(assembly.go(), 42);
}

TEST(Ports, may_be_waited_for) {
    Connection connection;
    std::atomic<bool> fetched{false};
    std::thread other;
    Assembly assembly([&](Services& services) {
        auto number = services.get<NumberPort>("number");
        other = std::thread([&] {
            fetched = true;
            assembly.builder().disconnect(connection, 60);
        });
        while (!fetched) {
            std::this_thread::yield();
        }
        EXPECT_TRUE(services.is_connected("number"));
        number.reset();
        other.join();
        EXPECT_FALSE(services.is_connected("number"));
        return 0;
    });
    connection = assembly.connect();
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, are_fetched_and_released_by_hand) {
    Assembly assembly([](Services& services) {
        auto& number = dynamic_cast<NumberPort&>(services.get_port("number"));
        EXPECT_EQ(number.number(), 42);
        services.release_port("number");
        EXPECT_EQ(caught([&] { services.release_port("number"); }).kind,
                  ErrorKind::port_not_in_use);
        return 0;
    });
    assembly.connect();
    EXPECT_EQ(assembly.go(), 0);
}

/// Knows nothing of the framework.
class PlainClass {
public:
    virtual ~PlainClass() = default;
    virtual int answer() const = 0;
};

TEST(Ports, may_be_any_abstract_class) {
    class Plain : public PlainClass {
        int answer() const override { return 7; }
    };
    Plain plain;
    Assembly assembly([&](Services& services) {
        services.provide<PlainClass>("plain", plain);
        services.use<PlainClass>("used");
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        builder->connect(user, "used", user, "plain");
        const Caught error = caught([&] { services.get_port("used"); });
        EXPECT_EQ(error.kind, ErrorKind::bad_port_type);
        return services.get<PlainClass>("used")->answer();
    });
    EXPECT_EQ(assembly.go(), 7);
}

TEST(Ports, are_fetched_as_what_they_are) {
    Assembly assembly([](Services& services) {
        EXPECT_EQ(caught([&] { services.get<OtherPort>("number"); }).kind,
                  ErrorKind::bad_port_type);
        EXPECT_EQ(caught([&] { services.get<OtherPort>("nmber"); }).kind,
                  ErrorKind::port_not_defined);
        return 0;
    });
    assembly.connect();
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, are_declared_once_under_a_good_name) {
    Provider other;
    Assembly assembly([&](Services& services) {
        EXPECT_EQ(caught([&] { services.use<OtherPort>("number"); }).kind,
                  ErrorKind::port_already_defined);
        EXPECT_EQ(caught([&] { services.provide<NumberPort>("go", other); }).kind,
                  ErrorKind::port_already_defined);
        EXPECT_EQ(caught([&] { services.use<OtherPort>("two words"); }).kind,
                  ErrorKind::bad_port_name);
        EXPECT_EQ(caught([&] { services.use<OtherPort>(""); }).kind, ErrorKind::bad_port_name);
        EXPECT_EQ(caught([&] { services.unregister_uses_port("nothing"); }).kind,
                  ErrorKind::port_not_defined);
        return 0;
    });
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, may_come_and_go) {
    Provider second;
    Assembly assembly([&](Services& services) {
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        services.provide<NumberPort>("own", second);
        services.use<NumberPort>("more");
        builder->connect(user, "more", user, "own");
        {
            const auto own = services.get<NumberPort>("more");
            EXPECT_EQ(own->number(), 42);
            EXPECT_EQ(caught([&] { services.remove_provides_port("own"); }).kind,
                      ErrorKind::uses_port_not_released);
            EXPECT_EQ(caught([&] { services.unregister_uses_port("more"); }).kind,
                      ErrorKind::uses_port_not_released);
        }
        services.remove_provides_port("own");
        EXPECT_FALSE(services.is_connected("more"));
        services.unregister_uses_port("more");
        EXPECT_EQ(caught([&] { services.get<NumberPort>("more"); }).kind,
                  ErrorKind::port_not_defined);
        services.use<OtherPort>("more"); // again, as another type
        return 0;
    });
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, have_properties) {
    Assembly assembly;
    BuilderService& builder = assembly.builder();
    EXPECT_EQ(builder.port_properties(assembly.user, "other").at(min_connections), "0");
    builder.set_port_properties(assembly.user, "number", {{"unit", "one"}});
    EXPECT_EQ(builder.port_properties(assembly.user, "number").at("unit"), "one");
    builder.set_component_properties(assembly.user, {{"author", "me"}});
    EXPECT_EQ(builder.component_properties(assembly.user).at("author"), "me");
    const Connection connection = assembly.connect();
    builder.set_connection_properties(connection, {{"weight", "2"}});
    EXPECT_EQ(builder.connection_properties(connection).at("weight"), "2");
    builder.disconnect(connection);
    EXPECT_EQ(caught([&] { builder.connection_properties(connection); }).kind,
              ErrorKind::nonstandard);
}

TEST(Ports, without_connection_are_known_before_the_assembly_runs) {
    Assembly assembly;
    EXPECT_EQ(assembly.framework.unconnected(assembly.user),
              std::vector<std::string>{"user.number (framework_test::NumberPort)"});
    assembly.connect();
    EXPECT_TRUE(assembly.framework.unconnected(assembly.user).empty());
}

TEST(Ports, are_fetched_while_others_connect) {
    std::atomic<bool> always_right{true};
    Assembly assembly([&](Services& services) {
        std::atomic<bool> ends{false};
        std::vector<std::thread> users;
        for (int i = 0; i < 3; ++i) {
            users.emplace_back([&] {
                while (!ends) {
                    try {
                        if (services.get<NumberPort>("number")->number() != 42) {
                            always_right = false;
                        }
                    } catch (const Error& error) {
                        EXPECT_EQ(error.kind(), ErrorKind::port_not_connected);
                    }
                }
            });
        }
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        for (int i = 0; i < 200; ++i) {
            builder->disconnect(
                builder->connect(user, "number", builder->component_id("provider"), "number"), 60);
        }
        ends = true;
        for (std::thread& thread : users) {
            thread.join();
        }
        return 0;
    });
    EXPECT_EQ(assembly.go(), 0);
    EXPECT_TRUE(always_right);
}

} // namespace
