// Tests the life of components from creation to destruction, and the events of their connections.
#include "ports.hpp"

#include <gtest/gtest.h>

namespace {

using namespace framework_test;

class Traced : public Component {
public:
    explicit Traced(std::string& trace) : trace_(trace) { trace_ += "made "; }
    ~Traced() override { trace_ += "destroyed "; }
    void set_services(Services& services) override {
        trace_ += "set(" + std::string(services.instance_name()) + ") ";
    }
    void release_services() noexcept override { trace_ += "released "; }

private:
    std::string& trace_;
};

TEST(LifeCycle, RunsFromConstructionToRelease) {
    for (const bool by_hand : {true, false}) {
        std::string trace;
        {
            Framework framework;
            framework.register_class("Traced", [&] { return std::make_unique<Traced>(trace); });
            const ComponentId id = framework.builder().create_instance("one", "Traced");
            EXPECT_EQ(trace, "made set(one) ");
            if (by_hand) {
                framework.builder().destroy_instance(id);
                EXPECT_EQ(trace, "made set(one) released destroyed ");
            }
        }
        EXPECT_EQ(trace, "made set(one) released destroyed ");
    }
}

TEST(LifeCycle, AnInstanceInUseIsNotRemoved) {
    Assembly assembly([&](Services& services) {
        const auto number = services.get<NumberPort>("number");
        const auto builder = services.get<BuilderService>("builder");
        for (const char* const name : {"provider", "user"}) { // go() of the user is running
            EXPECT_EQ(caught([&] { builder->destroy_instance(builder->component_id(name)); }).kind,
                      ErrorKind::uses_port_not_released);
        }
        return number->number();
    });
    assembly.connect();
    EXPECT_EQ(assembly.go(), 42);
    assembly.builder().destroy_instance(assembly.provider);
    EXPECT_EQ(caught([&] { assembly.go(); }).kind, ErrorKind::port_not_connected);
}

} // namespace
