// The life of components: made, asked, removed.
#include "ports.hpp"

#include <gtest/gtest.h>

namespace {

using namespace framework_test;

struct Trace {
    std::string text;
};

class Traced : public Component {
public:
    explicit Traced(Trace& trace) : trace_(trace) { trace_.text += "made "; }
    ~Traced() override { trace_.text += "destroyed "; }
    void set_services(Services& services) override {
        trace_.text += "set(" + std::string(services.instance_name()) + ") ";
    }
    void release_services() noexcept override { trace_.text += "released "; }

private:
    Trace& trace_;
};

TEST(LifeCycle, runs_from_construction_to_release) {
    Trace trace;
    Framework framework;
    framework.register_class("Traced", [&] { return std::make_unique<Traced>(trace); });
    const ComponentId id = framework.builder().create_instance("one", "Traced");
    EXPECT_EQ(trace.text, "made set(one) ");
    framework.builder().destroy_instance(id);
    EXPECT_EQ(trace.text, "made set(one) released destroyed ");
}

TEST(LifeCycle, ends_with_the_framework) {
    Trace trace;
    {
        Framework framework;
        framework.register_class("Traced", [&] { return std::make_unique<Traced>(trace); });
        framework.builder().create_instance("one", "Traced");
    }
    EXPECT_EQ(trace.text, "made set(one) released destroyed ");
}

TEST(LifeCycle, a_component_that_throws_is_not_created) {
    class Failing : public Component {
        void set_services(Services&) override { throw std::runtime_error("no grid"); }
    };
    Framework framework;
    framework.register_class("Failing", [] { return std::make_unique<Failing>(); });
    const Caught error = caught([&] { framework.builder().create_instance("bad", "Failing"); });
    EXPECT_EQ(error.kind, ErrorKind::unexpected);
    EXPECT_EQ(error.message, "component bad of class Failing cannot be created: no grid");
    EXPECT_TRUE(framework.builder().component_ids().empty());
}

TEST(LifeCycle, an_instance_that_was_destroyed_is_not_its_successor) {
    Assembly assembly;
    const ComponentId old = assembly.provider;
    assembly.builder().destroy_instance(old);
    EXPECT_EQ(caught([&] { assembly.builder().provided_port_names(old); }).kind,
              ErrorKind::nonstandard);
    assembly.builder().create_instance("provider", "Provider");
    const Caught error = caught([&] { assembly.builder().destroy_instance(old); });
    EXPECT_NE(error.message.find("was destroyed"), std::string::npos) << error.message;
}

TEST(LifeCycle, names_are_unique) {
    Assembly assembly;
    const Caught error = caught([&] { assembly.builder().create_instance("user", "Provider"); });
    EXPECT_EQ(error.message, "there is a component instance user already, of class User; take "
                             "another name");
    EXPECT_EQ(caught([&] { assembly.builder().create_instance("a b", "Provider"); }).kind,
              ErrorKind::nonstandard);
    EXPECT_NE(caught([&] {
                  assembly.builder().create_instance("framework", "Provider");
              }).message.find("`framework` is the name by which"),
              std::string::npos);
}

TEST(LifeCycle, an_unknown_class_names_what_there_is) {
    Assembly assembly;
    EXPECT_NE(caught([&] {
                  assembly.builder().create_instance("x", "Provder");
              }).message.find("did you mean Provider?"),
              std::string::npos);
    EXPECT_NE(
        caught([&] { assembly.builder().component_id("usr"); }).message.find("did you mean user?"),
        std::string::npos);
}

TEST(LifeCycle, an_instance_in_use_is_not_removed) {
    Assembly assembly([&](Services& services) {
        const auto number = services.get<NumberPort>("number");
        const auto builder = services.get<BuilderService>("builder");
        const auto provider = builder->component_id("provider");
        const Caught in_use = caught([&] { builder->destroy_instance(provider); });
        EXPECT_EQ(in_use.kind, ErrorKind::uses_port_not_released);
        EXPECT_EQ(in_use.message, "user.number -> provider.number is in use: the port is fetched "
                                  "and not yet released");
        EXPECT_EQ(caught([&] { builder->destroy_instance(builder->component_id("user")); }).kind,
                  ErrorKind::uses_port_not_released); // its go() runs
        return number->number();
    });
    assembly.connect();
    EXPECT_EQ(assembly.go(), 42);
    assembly.builder().destroy_instance(assembly.provider);
    EXPECT_EQ(caught([&] { assembly.go(); }).kind, ErrorKind::port_not_connected);
}

} // namespace
