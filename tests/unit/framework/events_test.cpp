// Connection events, heard by a component.
#include "ports.hpp"

#include <gtest/gtest.h>

namespace {

using namespace framework_test;

class Listener : public ConnectionEventListener {
public:
    void connection_activity(const ConnectionEvent& event) override {
        heard += event.kind == ConnectionEvent::Kind::connected ? "+" : "-";
        heard += to_string(event.connection) + " ";
    }
    std::string heard;
};

TEST(Events, tell_of_connections_that_are_made_and_broken) {
    Listener listener;
    Assembly assembly([&](Services& services) {
        const auto events = services.get<ConnectionEventService>("events");
        events->add_connect_event_listener(listener);
        events->add_disconnect_event_listener(listener);
        return 0;
    });
    assembly.go();
    const Connection connection = assembly.connect();
    assembly.builder().disconnect(connection);
    EXPECT_EQ(listener.heard, "+user.number -> provider.number -user.number -> provider.number ");

    assembly.framework.events().remove_connect_event_listener(listener);
    assembly.connect();
    assembly.builder().destroy_instance(assembly.provider);
    EXPECT_EQ(listener.heard, "+user.number -> provider.number -user.number -> provider.number "
                              "-user.number -> provider.number ");
    EXPECT_EQ(
        caught([&] { assembly.framework.events().remove_connect_event_listener(listener); }).kind,
        ErrorKind::nonstandard);
}

TEST(Events, may_lead_to_further_connections_and_do_not_break_what_they_tell_of) {
    class Failing : public ConnectionEventListener {
        void connection_activity(const ConnectionEvent&) override { throw 1; }
    };
    Failing failing;
    Assembly assembly;
    assembly.framework.events().add_connect_event_listener(failing);
    assembly.connect();
    EXPECT_EQ(assembly.go(), 42);
}

} // namespace
