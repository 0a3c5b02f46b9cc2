// Tests declaring, connecting, fetching and releasing ports, and the errors of the CCA
// specification.
#include "ports.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

using namespace framework_test;

TEST(Ports, AreFetchedOnlyAsWhatTheyAre) {
    Assembly assembly([](Services& services) {
        EXPECT_EQ(caught([&] { services.get<NumberPort>("other"); }).kind,
                  ErrorKind::bad_port_type);
        EXPECT_EQ(caught([&] { services.get<OtherPort>("nmber"); }).kind,
                  ErrorKind::port_not_defined);
        EXPECT_EQ(caught([&] { services.get<NumberPort>("number"); }).kind,
                  ErrorKind::port_not_connected);
        return 0;
    });
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, AreNotDisconnectedWhileInUse) {
    Connection connection;
    Assembly assembly([&](Services& services) {
        auto number = services.get<NumberPort>("number");
        const auto builder = services.get<BuilderService>("builder");
        EXPECT_EQ(caught([&] { builder->disconnect(connection); }).kind,
                  ErrorKind::uses_port_not_released);
        EXPECT_EQ(number->number(), 42);
        number.reset();
        builder->disconnect(connection);
        EXPECT_FALSE(services.is_connected("number"));
        builder->connect(builder->component_id("user"), "number", builder->component_id("provider"),
                         "number");
        return services.get<NumberPort>("number")->number();
    });
    connection = assembly.connect();
    EXPECT_EQ(assembly.go(), 42);
}

TEST(Ports, AreWaitedForBeforeTheyAreDisconnected) {
    Connection connection;
    std::atomic<bool> waits{false};
    Assembly assembly([&](Services& services) {
        auto number = services.get<NumberPort>("number");
        std::thread other([&] {
            waits = true;
            assembly.builder().disconnect(connection, 60);
        });
        while (!waits) {
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

// An abstract class that does not derive from Port.
class PlainClass {
public:
    virtual ~PlainClass() = default;
    virtual int answer() const = 0;
};

TEST(Ports, MayBeAnyAbstractClass) {
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
        return services.get<PlainClass>("used")->answer();
    });
    EXPECT_EQ(assembly.go(), 7);
}

TEST(Ports, ComeAndGoUnderGoodNames) {
    Provider second;
    Assembly assembly([&](Services& services) {
        EXPECT_EQ(caught([&] { services.use<OtherPort>("number"); }).kind,
                  ErrorKind::port_already_defined);
        EXPECT_EQ(caught([&] { services.use<OtherPort>("two words"); }).kind,
                  ErrorKind::bad_port_name);
        const auto builder = services.get<BuilderService>("builder");
        const auto user = builder->component_id("user");
        services.provide<NumberPort>("own", second);
        services.use<NumberPort>("more");
        builder->connect(user, "more", user, "own");
        {
            const auto own = services.get<NumberPort>("more");
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
        services.use<OtherPort>("more"); // the same name with another type
        return 0;
    });
    EXPECT_EQ(assembly.go(), 0);
}

TEST(Ports, AreFetchedWhileOthersConnect) {
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
